/** The boundary to the runtimes: the only file that names Bun or Deno. */
import http from "node:http";
import type { Peer } from "./client-address.ts";
import { portTrouble } from "./part-trouble.ts";

type Answer = Response | Promise<Response>;
export type FetchHandler = (request: Request, peer: Peer) => Answer;

export type HttpServer = {
  port: number;
  /** Accepts no new requests and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

export type ServeOptions = {
  host: string;
  port: number;
  /** The variable with the port. */
  portName: string;
  idleTimeoutSeconds: number;
};

type BunServer = {
  port: number;
  requestIP(request: Request): { address: string } | null;
  timeout(request: Request, seconds: number): void;
  stop(): Promise<void>;
};
type BunRuntime = {
  zstdDecompressSync(frame: Uint8Array): Uint8Array;
  serve(options: {
    hostname: string;
    port: number;
    maxRequestBodySize: number;
    idleTimeout: number;
    development: boolean;
    fetch: (request: Request) => Answer;
  }): BunServer;
};
type DenoRuntime = {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, info: { remoteAddr: { hostname?: string } }) => Answer,
  ): { addr: { port: number }; shutdown(): Promise<void> };
};

const runtimes = globalThis as unknown as { Bun?: BunRuntime; Deno?: DenoRuntime };

/**
 * Decompresses a Zstandard frame that states its size, without a stream, in two thirds of the time.
 * Null if the runtime lacks the function.
 */
export function unpackZstdFrame(frame: Uint8Array): Uint8Array | null {
  return runtimes.Bun?.zstdDecompressSync(frame) ?? null;
}

/** Deno's `new Worker` returns once the thread runs, which takes 100 to 300 ms; Bun's at once. */
export const isThreadStartSlow = runtimes.Bun === undefined && runtimes.Deno !== undefined;

/** Serves a fetch-style handler. Throws a `PartTrouble` if it cannot listen on the port. */
export function serve(handler: FetchHandler, options: ServeOptions): HttpServer {
  const { Bun: bun, Deno: deno } = runtimes;
  try {
    if (bun !== undefined) return serveOnBun(bun, handler, options);
    if (deno !== undefined) return serveOnDeno(deno, handler, options);
  } catch (error) {
    throw portTrouble(options.portName, options.port, error);
  }
  throw new Error("The service runs on Bun or Deno.");
}

/**
 * Bun itself answers larger header fields with 431 and no body, and also more than 200 fields of
 * any size. Handlers have lower limits, to refuse in their own words.
 */
const headerBytesMax = 64 * 1024;

/**
 * The most recent server: Bun finds the connection by its request, whichever server accepted it.
 */
let bunServer: BunServer | null = null;

/**
 * Closes the connection of an aborted response as soon as its reader stalls for a second. Bun would
 * keep it until everything sent so far was read, as Deno does, which lacks such a call.
 */
export function hangUp(request: Request): void {
  bunServer?.timeout(request, 1);
}

function serveOnBun(bun: BunRuntime, handler: FetchHandler, options: ServeOptions): HttpServer {
  Object.assign(http, { maxHeaderSize: headerBytesMax });
  const peer: Peer = (request) => server.requestIP(request)?.address ?? "unknown";
  const isWhole = createAddressCheck();
  const server: BunServer = bun.serve({
    hostname: options.host,
    port: options.port,
    // Each handler has its own limit and refusal; Bun would answer without a body.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: options.idleTimeoutSeconds,
    // Otherwise errors thrown by a handler are answered with stack and source lines.
    development: false,
    fetch: (request) => {
      if (namesHosts(request)) return refuseRequest();
      if (isWhole(request.url)) return handler(request, peer);
      return answerUnaddressed(handler, request, () => peer(request));
    },
  });
  bunServer = server;
  return { port: server.port, stop: () => server.stop() };
}

/**
 * Creates a check whether an address can be parsed. The part before the path decides, and usually
 * equals the previous call's, so few addresses are parsed in full, which takes a third of a
 * microsecond.
 */
function createAddressCheck(): (address: string) => boolean {
  let known: string | null = null;
  return (address) => {
    if (known !== null && address.startsWith(known)) return true;
    if (!URL.canParse(address)) return false;
    const pathAt = address.indexOf("/", address.indexOf("//") + "//".length);
    if (pathAt > 0) known = address.slice(0, pathAt + 1);
    return true;
  };
}

/**
 * Bun provides no absolute address if `Host` is missing, which HTTP/1.0 allows, or invalid; such
 * requests are refused by status, like anything that is not HTTP.
 */
function answerUnaddressed(handler: FetchHandler, request: Request, peer: Peer): Answer {
  const isOldHttp = request.headers.get("host") === null;
  const address = `http://localhost${request.url}`;
  if (isOldHttp && URL.canParse(address)) return handler(new Request(address, request), peer);
  return refuseRequest();
}

/**
 * Detects several `Host` fields (RFC 9112 §3.2), among which a proxy and this process may choose
 * differently. Both runtimes join them, and a host contains no space.
 */
function namesHosts(request: Request): boolean {
  return request.headers.get("host")?.includes(", ") === true;
}

const refuseRequest = () => new Response(null, { status: 400, headers: { connection: "close" } });

function serveOnDeno(deno: DenoRuntime, handler: FetchHandler, options: ServeOptions): HttpServer {
  const server = deno.serve(
    { hostname: options.host, port: options.port, onListen: () => {} },
    (request, info) => {
      if (namesHosts(request)) return refuseRequest();
      return handler(request, () => info.remoteAddr.hostname ?? "unknown");
    },
  );
  return { port: server.addr.port, stop: () => server.shutdown() };
}
