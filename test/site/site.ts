/** The pages on a real port with sign-in at the real embedded provider, over agents in memory. */
import { Elysia } from "elysia";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { ownsAgent } from "../../market/agent/rules.ts";
import { MarketError } from "../../market/errors.ts";
import { categories } from "../../market/vocabulary.ts";
import { openIdentity } from "../../platform/identity/openid.ts";
import { formToken, sealSession } from "../../platform/session.ts";
import { showBoard, showBoardRequest } from "../../site/board/handlers.tsx";
import { pageHandler } from "../../site/kit/handle.ts";
import { createSite, type SiteContext } from "../../site/site.ts";
import { readLegalTexts } from "../../site/terms/read-legal-texts.ts";
import { freePort, getStack } from "../support/stack.ts";
import { sampleAccount } from "./account-samples.ts";
import { sampleId } from "./purchase-samples.ts";
import { sampleVisitorReports } from "./reports/samples.ts";
import { sampleBoard } from "./requests/samples.ts";

type Approval = NonNullable<Awaited<ReturnType<SiteContext["viewApproval"]>>>;

export type Site = {
  baseUrl: string;
  config: SiteContext["config"];
  /** The decisions and who made them, in order. */
  decisions: { owner: OwnerActor; code: string; decision: string }[];
  /** Unexpected errors reported by the pages. */
  reported: unknown[];
  /** Adds a pending agent; returns its approval page's path. */
  addAgent(agent: Partial<Approval> & { ownerEmail: string }): { code: string; path: string };
  findAgent(code: string): Approval | undefined;
  stop(): Promise<void>;
};

const emptyFrontPage = { shown: [], thumbnails: new Map() };

const sampleCategories = categories.slice(0, 2).map((category, at) => ({
  ...category,
  dataset_count: at === 0 ? 1284 : 0,
  free_count: at === 0 ? 212 : 0,
}));

/** Starts a new site; `overrides` replace single functions of its context. */
export async function startSite(overrides: Partial<SiteContext> = {}): Promise<Site> {
  const { identity } = await getStack();
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const agents = new Map<string, Approval>();
  const decisions: Site["decisions"] = [];
  const reported: unknown[] = [];
  const config = {
    PUBLIC_BASE_URL: baseUrl,
    SESSION_SECRET: [crypto.randomUUID() + crypto.randomUUID()] as const,
    OIDC_ISSUER: identity.issuer,
    CURRENCY: "usd",
    PLATFORM_FEE_BPS: 500,
    ESCROW_DAYS: 7,
    DISPUTE_DAYS: 60,
    UPLOAD_BYTES_MAX: 20 * 1024 ** 3,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
    ALLOW_INSECURE_LOOPBACK: true,
  };
  const samples = { ...sampleAccount(), ...overrides };
  const context: SiteContext = {
    config,
    identity: openIdentity(config),
    now: () => new Date(),
    isSessionLive: async () => true,
    findDueTerms: async () => null,
    legalTexts: readLegalTexts({}),
    beginSession: async () => sampleId(1),
    endSession: async () => undefined,
    viewSearchMails: async (_source, code) =>
      code === "known" ? { names: ["Rain <b>of</b> Seattle"] } : null,
    stopSearchMails: async (_source, code) => (code === "known" ? { stopped: 1 } : null),
    viewMailTopicLink: async ({ code }) =>
      code === "known" ? { topic: "messages", isEnded: false } : null,
    muteMailTopic: async ({ code }) => (code === "known" ? "messages" : null),
    ...sampleVisitorReports("Ada"),
    viewApproval: async (code) => agents.get(code) ?? null,
    decideApproval: async (owner, code, decision) => {
      const agent = agents.get(code);
      if (agent === undefined) throw new MarketError("approval_not_found", "No such approval.");
      if (!ownsAgent(owner, agent)) throw new MarketError("not_the_owner", "Not the owner.");
      if (agent.state !== "pending") throw new MarketError("agent_already_decided", "Decided.");
      agents.set(code, { ...agent, state: decision === "approve" ? "verified" : "rejected" });
      decisions.push({ owner, code, decision });
    },
    signInAccount: async (claims) => ({ accountId: `account-of-${claims.subject}` }),
    ...sampleBoard(),
    viewFrontPage: async () => ({ ...emptyFrontPage, categories: sampleCategories }),
    consent: null,
    hostedOrigins: ["https://hosted.example"],
    actOnce: (_posted, act) => act(samples.account),
    administerOnce: (_posted, act) => act(samples.administration),
    reportError: (error) => {
      reported.push(error);
      return "request-of-this-test";
    },
    ...samples,
  };
  const board = { ...context, ...sampleBoard() };
  const page = pageHandler(board, ({ request, params }) =>
    params.id === undefined
      ? showBoard(board, request)
      : showBoardRequest(board, request, params.id),
  );
  const app = new Elysia()
    .use(createSite(context))
    .get("/requests", ({ request }) => page({ request, params: {} }))
    .get("/requests/:id", ({ request, params }) => page({ request, params }));
  const server = Bun.serve({ hostname: "127.0.0.1", port, fetch: (request) => app.fetch(request) });
  return {
    baseUrl,
    config,
    decisions,
    reported,
    addAgent: (agent) => {
      const code = crypto.randomUUID() + crypto.randomUUID().slice(0, 7);
      agents.set(code, {
        agentName: "harvest-bot",
        ownerEmailMasked: `${agent.ownerEmail.slice(0, 1)}***@${agent.ownerEmail.split("@")[1]}`,
        registeredAt: new Date("2026-11-21T07:27:00Z"),
        state: "pending",
        isSecond: false,
        ...agent,
      });
      return { code, path: `/approve/${code}` };
    },
    findAgent: (code) => agents.get(code),
    stop: () => server.stop(true),
  };
}

/** The cookie of a person who signed in `ageSeconds` ago, and the token for their forms. */
export async function sessionOf(email: string, site: Site, ageSeconds = 0) {
  const begun = new Date(Date.now() - ageSeconds * 1000);
  const { SESSION_SECRET } = site.config;
  const session = { sessionId: sampleId(1), accountId: "account-1", email, emailVerified: true };
  const value = await sealSession(SESSION_SECRET, session, 3600, begun);
  return { value, cookie: `dm_session=${value}`, token: formToken(SESSION_SECRET, value) };
}
