/**
 * Mounts the authorisation server; limits and normalises requests before the provider gets them.
 */
import { Elysia } from "elysia";
import { connectionScopes } from "../../db/vocabulary/connection.ts";
import { OAUTH_BODY_BYTES_MAX } from "../../market/connection/limits.ts";
import { oauthPaths as paths, resourceNamed } from "../../market/discovery/authorization-server.ts";
import {
  BODY_JSON_DEPTH_MAX,
  BODY_JSON_ELEMENTS_MAX,
  BODY_JSON_KEYS_MAX,
} from "../../market/limits.ts";
import { describeService } from "../../market/service.ts";
import type { Edge } from "../edge.ts";
import { readBytes, refuseComplexJson } from "../http/json-body.ts";
import { requestState } from "../http/request-state.ts";
import { type ClientMetadata, clientFault, tidyClient } from "./client-metadata.ts";
import { secretlessClient } from "./secretless-client.ts";

/** The parameters of the code flow. A server has to ignore all others (RFC 6749 §3.1). */
const authorizationParameters = new Set([
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "scope",
  "resource",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "prompt",
]);
const knownPrompts = new Set(["none", "consent"]);
const shapeLimits = {
  depthMax: BODY_JSON_DEPTH_MAX,
  keysMax: BODY_JSON_KEYS_MAX,
  elementsMax: BODY_JSON_ELEMENTS_MAX,
};
const options = { parse: "none", detail: { hide: true } } as const;

export const oauthRoutes = (edge: Edge) => {
  const { authorizationServer: server } = edge;
  const form = async ({ request }: { request: Request }) => {
    const bytes = tidyForm(edge, await readBytes(request, OAUTH_BODY_BYTES_MAX));
    const named = nameClient(request, bytes);
    return server.answer(named.request, named.bytes);
  };
  const routes = new Elysia({ name: "oauth" })
    .get(
      paths.authorization,
      ({ request }) => authorize(edge, tidyAuthorization(edge, request)),
      options,
    )
    .get(`${paths.authorization}/:uid`, ({ request }) => authorize(edge, request), options)
    .get(paths.jwks, ({ request }) => server.answer(request), options)
    .post(paths.token, form, options)
    .post(paths.revocation, form, options)
    .post(paths.introspection, form, options)
    .post(paths.registration, ({ request }) => register(edge, request), options);
  for (const path of [paths.token, paths.revocation, paths.introspection, paths.registration]) {
    routes.options(path, preflight, options);
  }
  return routes;
};

/** A browser opens this address: an error that cannot be sent to the client is shown as a page. */
async function authorize(edge: Edge, request: Request): Promise<Response> {
  const response = await edge.authorizationServer.answer(request);
  if (response.status < 400 || request.headers.get("accept")?.includes("text/html") !== true) {
    return response;
  }
  const { error, error_description: detail } = (await response.json()) as Record<string, unknown>;
  return edge.problemPages.refusal({
    status: response.status,
    title: "The program cannot be connected",
    detail:
      `${String(detail ?? "The request is not valid")} (${String(error)}). ` +
      "Go back to the program and connect it again.",
    requestId: requestState(request).requestId,
    retryAfterSeconds: undefined,
  });
}

/** Ignores unknown scopes. A client that names none asks for all, and the person decides. */
function tidyAuthorization(edge: Edge, request: Request): Request {
  const url = new URL(request.url);
  const kept = [...url.searchParams].filter(([name]) => authorizationParameters.has(name));
  const query = new URLSearchParams(kept);
  const scopes = words(query.get("scope"));
  const asked = connectionScopes.filter((scope) => scopes.includes(scope));
  query.set("scope", (asked.length > 0 ? asked : connectionScopes).join(" "));
  const prompts = words(query.get("prompt")).filter((prompt) => knownPrompts.has(prompt));
  query.delete("prompt");
  if (prompts.length > 0) query.set("prompt", prompts.join(" "));
  nameResources(edge, query);
  url.search = query.toString();
  return new Request(url, { headers: request.headers });
}

/** Returns a form without a resource byte for byte. */
function tidyForm(edge: Edge, bytes: Uint8Array): Uint8Array {
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  if (!form.has("resource")) return bytes;
  nameResources(edge, form);
  return new TextEncoder().encode(form.toString());
}

/** Basic without a secret means the same as `client_id` in the form. */
function nameClient(request: Request, bytes: Uint8Array) {
  const clientId = secretlessClient(request.headers.get("authorization"));
  if (clientId === null) return { request, bytes };
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  const named = form.get("client_id");
  if (named !== null && named !== clientId) return { request, bytes };
  form.set("client_id", clientId);
  form.delete("client_secret");
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  const plain = new Request(request.url, { method: request.method, headers });
  return { request: plain, bytes: new TextEncoder().encode(form.toString()) };
}

/**
 * Rewrites our resources to the form that tokens use: a client may ask with a trailing slash or a
 * choice of tools, and request its tokens without.
 */
function nameResources({ ctx }: Edge, parameters: URLSearchParams): void {
  const service = describeService(ctx.config);
  const asked = parameters.getAll("resource").map((one) => resourceNamed(service, one) ?? one);
  parameters.delete("resource");
  for (const one of new Set(asked)) parameters.append("resource", one);
}

function words(text: string | null): string[] {
  return text?.split(" ") ?? [];
}

async function register(edge: Edge, request: Request): Promise<Response> {
  const bytes = await readBytes(request, OAUTH_BODY_BYTES_MAX);
  refuseComplexJson(bytes, shapeLimits);
  const given = asObject(bytes);
  const fault = given === null ? noObject : clientFault(given);
  if (given === null || fault !== null) {
    const { error, detail } = fault ?? noObject;
    return Response.json({ error, error_description: detail }, { status: 400 });
  }
  const { client_id: _chosen, ...client } = tidyClient(given);
  const headers = new Headers({ "content-type": "application/json", accept: "application/json" });
  const tidied = new Request(request.url, { method: "POST", headers });
  const body = new TextEncoder().encode(JSON.stringify(client));
  return await edge.authorizationServer.answer(tidied, body);
}

const noObject = {
  error: "invalid_client_metadata",
  detail: "the body is no JSON object",
} as const;

function asObject(bytes: Uint8Array): ClientMetadata | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : null;
  } catch {
    return null;
  }
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "Authorization, Content-Type, DPoP, MCP-Protocol-Version",
      "access-control-max-age": "3600",
    },
  });
}
