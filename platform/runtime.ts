/** The seam between the runtimes: the only file that names Bun or Deno. */
import http from "node:http";
import type { Peer } from "./client-address.ts";
import { portTrouble } from "./part-trouble.ts";

type Answer = Response | Promise<Response>;
export type FetchHandler = (request: Request, peer: Peer) => Answer;

export type HttpServer = {
  port: number;
  /** Takes no new request and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

export type ServeOptions = {
  host: string;
  port: number;
  /** The variable that names the port. */
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
 * A Zstandard frame that states its size, decompressed without a stream: two thirds of the time. Null on a
 * runtime that has no such thing.
 */
export function unpackZstdFrame(frame: Uint8Array): Uint8Array | null {
  return runtimes.Bun?.zstdDecompressSync(frame) ?? null;
}

/** Serves a fetch-style handler. Throws a `PartTrouble` where it cannot listen at the port. */
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
 * Bun answers larger header fields itself, with 431 and no body, and those of more than 200 fields
 * whatever their size. Handlers have lower limits of their own, to refuse in their own words.
 */
const headerBytesMax = 64 * 1024;

/** The server that was started last: Bun finds the connection by the request, whichever server took it. */
let bunServer: BunServer | null = null;

/**
 * Ends the connection of a broken-off answer as soon as its reader stands still for a second. Bun would
 * hold it until all that was sent before has been read, as Deno does, which has no such call.
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
    // Each handler has its limit and answers in its own words; Bun would answer without a body.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: options.idleTimeoutSeconds,
    // Else what a handler throws is answered with its stack and lines of our source.
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
 * Whether an address can be parsed. What stands before its path decides, and is mostly what stood there
 * in the call before: so few are looked at whole, which takes a third of a microsecond.
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
 * Bun makes no whole address where `Host` is missing, which HTTP/1.0 allows, or is no host, which is refused
 * as all that is no HTTP: by the status alone.
 */
function answerUnaddressed(handler: FetchHandler, request: Request, peer: Peer): Answer {
  const isOldHttp = request.headers.get("host") === null;
  const address = `http://localhost${request.url}`;
  if (isOldHttp && URL.canParse(address)) return handler(new Request(address, request), peer);
  return refuseRequest();
}

/**
 * Several `Host` fields (RFC 9112 §3.2), which a proxy and this process may choose from differently. Both
 * runtimes join them, and no host has a space in it.
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
