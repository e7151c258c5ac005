import type { Changes } from "../db/changes.ts";
import type { AgentTokens } from "../market/agent/agent-token.ts";
import type { AudienceCounts } from "../market/analytics/counts.ts";
import type { ArchiveDownloads } from "../market/catalogue/folder/archive-downloads.ts";
import type { Context } from "../market/context.ts";
import type { ExplainedProblem } from "../market/problem/schemas.ts";
import type { Identity } from "../platform/identity/port.ts";
import type { Logger } from "../platform/log.ts";
import type { Registry } from "../platform/metrics.ts";
import type { Queries } from "../platform/query/port.ts";
import type { RateLimits } from "./http/limits/rate-limits.ts";
import type { PublicCache } from "./http/public-cache.ts";
import type { AuthorizationServer } from "./oauth/authorization-server.ts";

/** Renders problem codes and refusals as pages for browsers; implemented by the site. */
type ProblemPages = {
  one(problem: ExplainedProblem): Promise<Response>;
  all(problems: ExplainedProblem[]): Promise<Response>;
  refusal(shown: {
    status: number;
    title: string;
    detail: string;
    requestId: string;
    retryAfterSeconds: number | undefined;
  }): Promise<Response>;
};

/** `route`: what logs and metrics call it; `isForAll`: whatever `Accept` says. */
type FoundPage = {
  route: string;
  isForAll: boolean;
  answer(request: Request): Promise<Response>;
};

/** The use cases' context, and the parts that only the edge needs. */
export type Edge = {
  ctx: Context;
  /** The context over separate pools: for public reads, and for calls that wait for a change. */
  reads: Context;
  waiting: Context;
  tokens: AgentTokens;
  identity: Identity;
  authorizationServer: AuthorizationServer;
  rates: RateLimits;
  cache: PublicCache;
  /** Null without a query process. */
  queries: Queries | null;
  /** Wakes callers that wait for a listing to change. */
  changes: Changes;
  /** Wakes callers that wait for an event. */
  arrivals: Changes;
  log: Logger;
  registry: Registry;
  /** Serves the disk store's signed URLs; null if S3 serves its own. */
  diskHandler: ((request: Request) => Promise<Response>) | null;
  /** Counts for sellers that this process has not written yet. */
  audience: AudienceCounts;
  /** The folders' zip files that this process is sending. */
  archives: ArchiveDownloads;
  problemPages: ProblemPages;
  /** The browser's page at an API address; null if there is none. Implemented by the site. */
  findPage: (pathname: string) => FoundPage | null;
  /** The checks of `/health/ready`, by name. Each rejects if its dependency does not answer. */
  dependencies: Record<string, () => Promise<void>>;
};
