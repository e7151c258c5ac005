/** What the HTTP edge is built of. */
import type { Changes } from "../db/changes.ts";
import type { AgentTokens } from "../market/agent/agent-token.ts";
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

/** Draws for browsers what a problem code means, and a refusal where no page could; the site's. */
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

/** The use cases' context, and what only the edge needs. */
export type Edge = {
  ctx: Context;
  /** The same over pools of their own: of public reads, and of calls that wait for a change. */
  reads: Context;
  waiting: Context;
  tokens: AgentTokens;
  identity: Identity;
  authorizationServer: AuthorizationServer;
  rates: RateLimits;
  cache: PublicCache;
  /** Null where no query process is configured. */
  queries: Queries | null;
  /** Wakes who waits for a listing to change. */
  changes: Changes;
  /** Wakes who waits for an event. */
  arrivals: Changes;
  log: Logger;
  registry: Registry;
  /** Serves the signed URLs of the disk store; null where S3 serves its own. */
  diskHandler: ((request: Request) => Promise<Response>) | null;
  /** The zip files of folders that this process sends. */
  archives: ArchiveDownloads;
  problemPages: ProblemPages;
  /** The page that a browser gets at an address of the API; null where there is none. The site's. */
  findPage: (pathname: string) => FoundPage | null;
  /** What `/health/ready` asks, by name. Each rejects when its dependency does not answer. */
  dependencies: Record<string, () => Promise<void>>;
};
