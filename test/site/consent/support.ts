/**
 * The consent page over a real marketplace, with an authorisation server that the test controls.
 */
import { Elysia } from "elysia";
import { v7 } from "uuid";
import { createAgentTokens } from "../../../api/agent-tokens.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type {
  AuthorizationRequest,
  Authorizations,
} from "../../../market/connection/authorization-port.ts";
import { openIdentity } from "../../../platform/identity/openid.ts";
import { openSite } from "../../../site/open-site.ts";
import type { TestApi } from "../../support/api.ts";
import { freePort } from "../../support/stack.ts";
import { visitorOf } from "../visitor.ts";

type Waiting = { request: AuthorizationRequest; cookie: string; ended: boolean };

/** Keeps requests in memory by browser cookie, and records its actions. */
function standIn() {
  const waiting = new Map<string, Waiting>();
  const grants: { grantId: string; accountId: string; scopes: string[] }[] = [];
  const ended: string[] = [];
  const of = (request: Request, uid: string) => {
    const found = waiting.get(uid);
    const cookie = request.headers.get("cookie") ?? "";
    return found !== undefined && !found.ended && cookie.includes(found.cookie) ? found : null;
  };
  const authorizations: Authorizations = {
    find: async (request, uid) => of(request, uid)?.request ?? null,
    allow: async (request, uid, granted) => {
      if (of(request, uid) === null) throw new Error("the request has ended");
      const grantId = v7();
      grants.push({ grantId, ...granted });
      return { grantId, location: `/resume/${uid}` };
    },
    deny: async (_request, uid) => ({ location: `/resume/${uid}?error=access_denied` }),
    end: async (grantId) => {
      ended.push(grantId);
    },
  };
  return { authorizations, waiting, grants, ended };
}

export async function openConsentSite(api: TestApi) {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const config = { ...api.config, PUBLIC_BASE_URL: baseUrl };
  const ctx = { ...api.ctx, config };
  const server = standIn();
  const reported: unknown[] = [];
  const site = openSite({
    ctx,
    reads: ctx,
    identity: openIdentity(config),
    tokens: createAgentTokens(config.AGENT_TOKEN_SECRET),
    authorizations: server.authorizations,
    reportError: (error) => {
      reported.push(error);
      return "request-of-this-test";
    },
  });
  const app = new Elysia().use(site);
  // Like the authorisation server: ends the request and redirects to the client.
  app.get("/resume/:uid", ({ params: { uid } }) => {
    const found = server.waiting.get(uid);
    if (found === undefined || found.ended) return new Response("over", { status: 400 });
    found.ended = true;
    return new Response(`<!doctype html><title>client</title><h1>Back at the program</h1>`, {
      headers: { "content-type": "text/html" },
    });
  });
  const listener = Bun.serve({ hostname: "127.0.0.1", port, fetch: (asked) => app.fetch(asked) });

  /** A program's request: returns its page and the cookie of the browser that began it. */
  function ask(more: Partial<AuthorizationRequest> = {}) {
    const uid = crypto.randomUUID();
    const cookie = `consent_test=${uid}`;
    const request: AuthorizationRequest = {
      uid,
      clientId: "https://assistant.example/client.json",
      clientName: "Research assistant",
      clientHost: "assistant.example",
      redirectHost: "assistant.example",
      logoAddress: null,
      isRegisteredDynamically: false,
      scopesAsked: ["read", "purchase", "sell"],
      resource: null,
      grantId: null,
      ...more,
    };
    server.waiting.set(uid, { request, cookie, ended: false });
    return { uid, cookie, path: `/oauth/consent/${uid}` };
  }

  /** A browser with a signed-in person. */
  async function visit(owner: OwnerActor, cookie: string) {
    const { headers, formToken } = await visitorOf(api, owner);
    const own = { ...headers, cookie: `${headers.cookie}; ${cookie}` };
    const send = async (path: string, init: RequestInit) => {
      const response = await fetch(baseUrl + path, { redirect: "manual", ...init });
      const { status, headers: given } = response;
      return { status, headers: given, text: await response.text() };
    };
    return {
      open: (path: string) => send(path, { headers: own }),
      submit: (path: string, fields: Record<string, string> | [string, string][]) => {
        const body = new URLSearchParams(fields);
        if (!body.has("form_token")) body.set("form_token", formToken);
        const type = { "content-type": "application/x-www-form-urlencoded" };
        return send(path, { method: "POST", headers: { ...own, ...type }, body: body.toString() });
      },
    };
  }

  return { baseUrl, reported, ask, visit, ...server, close: () => listener.stop(true) };
}

/** The form's fields when nothing was changed. */
export function formOf(more: Record<string, string> = {}, scopes = ["read", "purchase", "sell"]) {
  const fields: Record<string, string> = {
    decision: "allow",
    renewed: "",
    budget_cents: "50.00",
    budget_period: "month",
    max_per_purchase_cents: "25.00",
    confirm_above_cents: "",
    payment_method_id: "",
    valid_days: "90",
    agent_name: "Research assistant",
    ...more,
  };
  return [
    ...Object.entries(fields),
    ...scopes.map((scope): [string, string] => ["scopes", scope]),
  ] as [string, string][];
}
