/** The HTTP edge: checks a request's origin, host and permission to call tools. */
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  localhostAllowedHostnames,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { brokenBodyDetail } from "../market/body-refusal.ts";
import { callers } from "../market/contract/callers.ts";
import { moreFiles } from "../market/listing/upload/tool-schemas.ts";
import { clientAddress, type Peer } from "../platform/client-address.ts";
import type { Logger } from "../platform/log.ts";
import type { ApiClient, Caller } from "./api-client.ts";
import { challenge, metadataPath, protectedResourceMetadata } from "./authorization.ts";
import { callerOf, requestIdOf } from "./edge/caller.ts";
import { allowPage, preflight } from "./edge/cross-origin.ts";
import { keepServers } from "./edge/spare-servers.ts";
import {
  type CalledTool,
  calledTools,
  messageId,
  type Needed,
  neededTools,
  type ReadBody,
  readJson,
  soleRead,
  unknownTool,
} from "./message.ts";
import { opensPages, sessionFor, sessionHeader } from "./person/session.ts";
import {
  type Occasion,
  ownProblem,
  type Problem,
  problemResponse,
  rpcRefusal,
  withNext,
} from "./problem.ts";
import { scopesOf } from "./scopes.ts";
import {
  type BegunCall,
  beginRead,
  buildServer,
  type Extension,
  type ServerParts,
  type ToolObserver,
} from "./server.ts";
import { similarTools } from "./tools.ts";
import { readToolset, type Toolset } from "./toolsets.ts";
import { shorten } from "./untrusted.ts";

/** The largest argument is a listing's description; the API accepts no more either. */
const BODY_BYTES_MAX = 512 * 1024;

export type EdgeOptions = {
  api: ApiClient;
  log: Logger;
  observe: ToolObserver;
  /** The public address of `/mcp`. */
  publicUrl: string;
  /** The site's address, where people create keys. */
  siteUrl: string;
  /** Allowed host names in addition to that of `publicUrl`. */
  allowedHosts: string[];
  /** Host names of allowed page origins, in addition to that of `publicUrl`. */
  allowedOrigins: string[];
  trustedProxyHops: number;
  extension?: Extension;
};

export type Edge = {
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** Resolves when no tool call runs; call it after the server has stopped listening. */
  idle(): Promise<void>;
  /** Aborts the calls that still run. */
  close(): Promise<void>;
};

const acceptedTypes = "application/json, text/event-stream";
const loopbackHosts = localhostAllowedHostnames();

type Arrival = {
  request: Request;
  url: URL;
  peer: Peer;
  occasion: Occasion & { requestId: string };
};
type Visit = {
  caller: Caller;
  toolset: Toolset;
  needed: Needed;
  opensPages: boolean;
  begun: BegunCall | null;
  unauthorized: Problem | null;
};

export function createEdge(options: EdgeOptions): Edge {
  const { publicUrl, siteUrl } = options;
  const path = new URL(publicUrl).pathname;
  const [allowedHosts, allowedOrigins] = allowedNames(options);
  const running = new Set<Promise<unknown>>();
  const handler = openHandler(options);

  async function serveMcp({ request, url, peer, occasion }: Arrival): Promise<Response> {
    // After the client hangs up, its address can no longer be read.
    const address = clientAddress(request, peer, options.trustedProxyHops);
    const toolset = readToolset(url.searchParams.getAll("tools"));
    if (typeof toolset === "string") return rpcRefusal(badAddress(occasion, toolset));
    const body = request.method === "POST" ? await readJson(request, BODY_BYTES_MAX) : null;
    const excess = refuseExcess(occasion, body);
    if (excess !== null) return excess;
    const unknown = options.extension === undefined ? unknownTool(body) : null;
    if (unknown !== null) return unknownToolRefusal(occasion, unknown, messageId(body));
    const caller = callerOf(request, { requestId: occasion.requestId, address, toolset });
    const called = calledTools(body);
    const keyed = called.filter(({ tool }) => callers[tool.by].takes.length > 0);
    const refused = { scopes: scopesOf(keyed), body };
    if (caller.authorization === null && keyed.some(isLocked)) {
      return challenge({ ...options, occasion }, { ...refused, problem: null });
    }
    const visit = visitOf(request, { caller, toolset, needed: neededTools(body, called) });
    visit.begun = begunRead(request, partsOf(options, visit), soleRead(body, called));
    const response = named(await handler.answer(request, body, visit), sessionFor(body));
    if (keyed.length === 0) return response;
    // For an older client, only the end of the response stream shows the call's outcome.
    const ended = isJson(response) ? response : new Response(await response.text(), response);
    if (visit.unauthorized === null) return ended;
    return challenge({ ...options, occasion }, { ...refused, problem: visit.unauthorized });
  }

  async function respond(request: Request, peer: Peer): Promise<Response> {
    const requestId = requestIdOf(request);
    const url = new URL(request.url);
    const occasion = { siteUrl, instance: url.pathname, requestId };
    const response = await route({ request, url, peer, occasion });
    response.headers.set("x-request-id", requestId);
    return allowPage(request, response);
  }

  async function route(arrival: Arrival): Promise<Response> {
    const { request, occasion } = arrival;
    const isMcp = occasion.instance === path;
    const stranger = strangerOf(request, occasion);
    if (stranger !== null) return isMcp ? rpcRefusal(stranger) : problemResponse(stranger);
    if (request.method === "OPTIONS") return preflight();
    if (isMcp) return serveMcp(arrival);
    if (occasion.instance === metadataPath || occasion.instance === metadataPath + path) {
      return protectedResourceMetadata(request, { ...options, occasion });
    }
    const detail = `MCP is served at ${publicUrl}.`;
    return problemResponse(ownProblem(occasion, "route_not_found", detail));
  }

  /** Refuses a wrong host or origin: DNS rebinding and pages of other sites. */
  function strangerOf(request: Request, occasion: Occasion): Problem | null {
    if (hostHeaderValidationResponse(request, allowedHosts)) {
      const detail = `MCP is served at ${publicUrl}, not at the Host of this request.`;
      return ownProblem(occasion, "host_not_allowed", detail);
    }
    if (!originValidationResponse(request, allowedOrigins)) return null;
    const detail = "Pages of this Origin may not call this MCP server.";
    return ownProblem(occasion, "origin_not_allowed", detail);
  }

  return {
    async fetch(request, peer) {
      const serving = respond(request, peer);
      running.add(serving);
      try {
        return await serving;
      } finally {
        running.delete(serving);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    close: () => handler.close(),
  };
}

/** Passes requests to the SDK, each with its visit. */
function openHandler(options: EdgeOptions) {
  const visits = new Map<string, Visit>();
  let visitsBefore = 0;
  const spareServer = keepServers();
  const visitBy = (id: string | undefined): Visit => {
    const visit = visits.get(id ?? "");
    if (visit === undefined) throw new Error("a request came in by another way, or has ended");
    return visit;
  };
  const partsFor = (id: string | undefined) => partsOf(options, visitBy(id));
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const visit = visitBy(authInfo?.clientId);
      const parts = partsOf(options, visit);
      // An older client's call may begin after its request has been answered with a stream.
      if (era === "legacy") return buildServer(parts);
      return spareServer(visit, () => buildServer(parts, partsFor));
    },
    {
      maxRequestBodySize: BODY_BYTES_MAX,
      onerror: (error) => options.log.debug({ err: error }, "mcp"),
    },
  );
  async function answer(request: Request, body: ReadBody | null, visit: Visit): Promise<Response> {
    visitsBefore += 1;
    const id = String(visitsBefore);
    visits.set(id, visit);
    const authInfo = { token: "", clientId: id, scopes: [] };
    const parsed = body?.kind === "json" ? { parsedBody: body.value } : {};
    try {
      return await handler.fetch(forwarded(request, body), { authInfo, ...parsed });
    } finally {
      visits.delete(id);
    }
  }
  return { answer, close: () => handler.close() };
}

const visitOf = (request: Request, asked: Pick<Visit, "caller" | "toolset" | "needed">): Visit => ({
  ...asked,
  opensPages: opensPages(request),
  begun: null,
  unauthorized: null,
});

/** The SDK refuses a body whose content type is not JSON, even if it parses. */
function begunRead(request: Request, parts: ServerParts, read: CalledTool | null) {
  if (read === null || !isJson(request)) return null;
  return beginRead(parts, read, request.signal);
}

function named(response: Response, session: string | null): Response {
  if (session !== null) response.headers.set(sessionHeader, session);
  return response;
}

/** Allowed host names, then host names of allowed origins; both include the public address's. */
function allowedNames(options: EdgeOptions): [string[], string[]] {
  const { hostname } = new URL(options.publicUrl);
  const own = loopbackHosts.includes(hostname) ? loopbackHosts : [hostname];
  return [
    [...own, ...options.allowedHosts],
    [...own, ...options.allowedOrigins],
  ];
}

function isLocked({ tool, hasToken }: CalledTool): boolean {
  return !(callers[tool.by].isOptional || hasToken);
}

function partsOf(options: EdgeOptions, visit: Visit): ServerParts {
  return {
    api: options.api,
    caller: visit.caller,
    toolset: visit.toolset,
    needed: visit.needed,
    begun: visit.begun,
    opensPages: visit.opensPages,
    siteUrl: options.siteUrl,
    observe: options.observe,
    onUnauthorized: (problem) => {
      visit.unauthorized = problem;
    },
    extension: options.extension,
  };
}

/** The body has already been read. If it is not JSON, the handler gets its text again. */
function forwarded(request: Request, body: ReadBody | null): Request {
  const takesAnything = isAnything(request.headers.get("accept"));
  if (body === null || (body.kind === "json" && !takesAnything)) return request;
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  // The handler looks for both types by name; `*/*` includes them (RFC 9110 §12.5.1).
  if (takesAnything) headers.set("accept", acceptedTypes);
  const text = body.kind === "text" ? { body: body.text } : {};
  return new Request(request.url, { method, headers, signal, ...text });
}

const isJson = ({ headers }: Request | Response) => isJsonContentType(headers.get("content-type"));

function isAnything(accept: string | null): boolean {
  const ranges = (accept ?? "*/*").split(",");
  return ranges.some((range) => range.split(";")[0]?.trim() === "*/*");
}

function badAddress(occasion: Occasion, detail: string): Problem {
  return ownProblem(occasion, "invalid_request", detail);
}

/** JSON-RPC's "invalid params", which MCP asks for; clients show its message to their model. */
const INVALID_PARAMS_CODE = -32_602;
const NAME_CHARS_MAX = 64;

function unknownToolRefusal(
  occasion: Occasion,
  given: string,
  id: string | number | null,
): Response {
  const name = shorten(given, NAME_CHARS_MAX);
  const meant = similarTools(name);
  const hint = meant.length === 0 ? "" : `; did you mean ${meant.join(" or ")}?`;
  const problem = ownProblem(occasion, "invalid_request", `There is no tool ${name}${hint}`);
  const message = `${problem.detail}${hint === "" ? "." : ""} find_tools finds tools by a need in words.`;
  const error = { code: INVALID_PARAMS_CODE, message, data: withNext(problem) };
  return Response.json({ jsonrpc: "2.0", id, error });
}

/** Refuses a body that is too complex as an invalid JSON-RPC request, without reading further. */
function refuseExcess(occasion: Occasion, body: ReadBody | null): Response | null {
  if (body?.kind === "broken") {
    return rpcRefusal(ownProblem(occasion, "invalid_request", brokenBodyDetail));
  }
  if (body?.kind === "too-large") {
    const detail = `A message may have ${BODY_BYTES_MAX} bytes.`;
    return rpcRefusal(ownProblem(occasion, "body_too_large", detail));
  }
  if (body?.kind !== "too-complex") return null;
  const detail = `The message has more ${body.excess} than a tool takes. ${moreFiles}`;
  return rpcRefusal(ownProblem(occasion, "body_too_complex", detail), { code: -32_600 });
}
