/**
 * Calls addresses chosen by strangers. It resolves the name, requires every address to be public,
 * and connects to a checked address, because a second DNS query could answer differently. Redirects
 * are returned like other responses and not followed.
 */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./addresses.ts";
import type { SendFailure } from "./port.ts";
import { openResolver, type Resolve, type ResolvedAddress } from "./resolver.ts";

export type StrangerOptions = {
  /** From the first DNS query to the status, and to the last byte read. */
  timeoutSeconds: number;
  /** Most bytes to read of a response body. */
  bodyBytesMax: number;
  /** For the embedded stack: also accepts plain http and loopback addresses. */
  allowLoopback: boolean;
  /** Returns all addresses of a name; default: the DNS. */
  resolve?: Resolve;
  /** Certificates trusted in addition to the well-known ones, as PEM. */
  extraAuthorities?: string;
};

export type StrangerCall = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};

/** `isWhole`: the body ended within the limit; absent if it was never read. */
export type StrangerAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
  isWhole: boolean;
};

/** Why there is no response. */
export class StrangerFailure extends Error {
  readonly code: SendFailure;

  constructor(code: SendFailure, detail: string) {
    super(detail);
    this.name = "StrangerFailure";
    this.code = code;
  }
}

/** URL parsers drop some of them without a word; a log or a mail would show another address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const unprintable = /[\u0000-\u0020\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;

/**
 * Ports of TLS, as URL shows them. With other ports the service could be used to scan strangers'
 * ports.
 */
const ports = new Set(["", "8443"]);

/**
 * Why an address cannot be called, as far as it is visible without DNS; null if nothing is wrong.
 */
export function urlFault(
  text: string,
  { allowLoopback }: { allowLoopback: boolean },
): string | null {
  if (unprintable.test(text)) return "contains a space or a control character";
  if (!URL.canParse(text)) return "is not an address";
  const url = new URL(text);
  const isPlain = allowLoopback && url.protocol === "http:";
  if (url.protocol !== "https:" && !isPlain) return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "contains a user name or a password";
  if (!allowLoopback && !ports.has(url.port)) return "must use port 443 or 8443, or none";
  const host = bareHost(url);
  if (isIP(host) === 0 || isAllowed(host, allowLoopback)) return null;
  return "names an address that is not public";
}

/** A response whose body the caller reads, or closes. */
export type OpenAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Throws a {@link StrangerFailure} if it breaks off or is silent for too long. */
  body: AsyncGenerator<Uint8Array>;
  close(): void;
};

export type OpenCall = {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array | null;
};

/** `silenceSeconds`: longest wait for the status, and then for each piece of the body. */
export type OpenOptions = Omit<StrangerOptions, "timeoutSeconds" | "bodyBytesMax"> & {
  silenceSeconds: number;
};

/** Like {@link callStranger}, for a body of any size: resolves with the status. */
export async function openStranger(
  url: string,
  call: OpenCall,
  { silenceSeconds, ...options }: OpenOptions,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const silence = startSilence(silenceSeconds, signal);
  try {
    const { target, addresses } = await findTarget(url, options, silence.signal);
    const body = call.body == null ? null : Buffer.from(call.body);
    const given = { target, addresses, call, options };
    const { response, sent } = await sendRequest(given, body, silence.signal);
    silence.renew();
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: readAll(response, silence, () => sent.destroy()),
      close() {
        silence.end();
        sent.destroy();
      },
    };
  } catch (error) {
    silence.end();
    throw silence.isTooLong() ? tooSilent(silenceSeconds) : asFailure(error);
  }
}

type Silence = { signal: AbortSignal; seconds: number } & Record<"renew" | "end", () => void> & {
    isTooLong(): boolean;
  };

function startSilence(seconds: number, signal: AbortSignal): Silence {
  const tooLong = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(() => tooLong.abort(), seconds * 1000);
  };
  renew();
  return {
    signal: AbortSignal.any([tooLong.signal, signal]),
    seconds,
    renew,
    end,
    isTooLong: () => tooLong.signal.aborted,
  };
}

const tooSilent = (seconds: number) =>
  new StrangerFailure("timeout", `Nothing came for ${seconds} seconds.`);

async function* readAll(
  response: IncomingMessage,
  silence: Silence,
  destroy: () => void,
): AsyncGenerator<Uint8Array> {
  const iterator = (response as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      silence.renew();
      const next = await unlessEnded(iterator.next(), silence.signal);
      silence.end();
      if (next.done === true) break;
      yield next.value;
    }
    if (!response.complete) throw new Error("The connection broke off.");
  } catch (error) {
    throw silence.isTooLong() ? tooSilent(silence.seconds) : asFailure(error);
  } finally {
    silence.end();
    destroy();
  }
}

/**
 * Resolves with any response within the time limit, or shortly after the signal fired. Rejects with
 * a {@link StrangerFailure}.
 */
export async function callStranger(
  url: string,
  call: StrangerCall,
  options: StrangerOptions,
  signal: AbortSignal,
): Promise<StrangerAnswer> {
  const limit = AbortSignal.timeout(options.timeoutSeconds * 1000);
  const ended = AbortSignal.any([limit, signal]);
  try {
    const { target, addresses } = await findTarget(url, options, ended);
    return await exchange({ target, addresses, call, options, ended });
  } catch (error) {
    if (limit.aborted) {
      const detail = `No answer within ${options.timeoutSeconds} seconds.`;
      throw new StrangerFailure("timeout", detail);
    }
    throw asFailure(error);
  }
}

type Guard = Pick<StrangerOptions, "allowLoopback" | "resolve" | "extraAuthorities">;

async function findTarget(
  url: string,
  options: Guard,
  ended: AbortSignal,
): Promise<{ target: URL; addresses: ResolvedAddress[] }> {
  const fault = urlFault(url, options);
  if (fault !== null) throw new StrangerFailure("url_not_allowed", `The address ${fault}.`);
  const target = new URL(url);
  const { resolve = openResolver() } = options;
  const addresses = await unlessEnded(resolveChecked(target, resolve, options), ended);
  return { target, addresses };
}

function asFailure(error: unknown): StrangerFailure {
  if (error instanceof StrangerFailure) return error;
  const detail = error instanceof Error ? error.message.slice(0, 300) : "unknown";
  return new StrangerFailure("connection_failed", detail);
}

function isAllowed(address: string, allowLoopback: boolean): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** A URL's host without the brackets of an IPv6 address. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

async function resolveChecked(
  url: URL,
  resolve: Resolve,
  { allowLoopback }: Guard,
): Promise<ResolvedAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await lookAllUp(host, resolve) : [{ address: host, family }];
  const foreign = addresses.find(({ address }) => !isAllowed(address, allowLoopback));
  if (foreign === undefined) return addresses;
  throw new StrangerFailure("address_not_allowed", `${host} has an address that is not public.`);
}

async function lookAllUp(host: string, resolve: Resolve): Promise<ResolvedAddress[]> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length > 0) return addresses;
  throw new StrangerFailure("name_not_found", `The DNS knows no address of ${host}.`);
}

/** A DNS query cannot be cancelled, so its late answer is ignored. */
function unlessEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the call was ended"));
    if (ended.aborted) stop();
    ended.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => ended.removeEventListener("abort", stop));
  });
}

type Sending = {
  target: URL;
  addresses: ResolvedAddress[];
  call: { method: string; headers: Record<string, string> };
  options: Guard;
};

type Exchange = Sending & { call: StrangerCall; options: StrangerOptions; ended: AbortSignal };

async function exchange(given: Exchange): Promise<StrangerAnswer> {
  const { call, options, ended } = given;
  const body = call.body === undefined ? null : Buffer.from(call.body);
  const { response, sent } = await sendRequest(given, body, ended);
  const read = await readStart(response, options.bodyBytesMax);
  sent.destroy();
  const { statusCode: status = 0, headers } = response;
  return { status, headers, ...read };
}

/** Resolves with the status; ends the connection when the signal fires, even later. */
function sendRequest(
  given: Sending,
  body: Buffer | null,
  ended: AbortSignal,
): Promise<{ response: IncomingMessage; sent: ClientRequest }> {
  const request = given.target.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(requestOptions(given, body), (response) => {
      isAnswered = true;
      resolve({ response, sent });
    });
    const stop = () => {
      sent.destroy();
      // A status that has arrived counts, even if its body never ends.
      if (!isAnswered) reject(new Error("the call was ended"));
    };
    sent.on("error", reject);
    sent.on("close", () => {
      ended.removeEventListener("abort", stop);
      // Neither a response nor an error: it has switched protocols, for example.
      if (!isAnswered) reject(new Error("The connection was closed without an answer."));
    });
    if (ended.aborted) return stop();
    ended.addEventListener("abort", stop, { once: true });
    if (body === null) sent.end();
    else sent.end(body);
  });
}

function requestOptions(
  { target, addresses, call, options }: Sending,
  body: Buffer | null,
): RequestOptions & { ca?: string } {
  const length = body === null ? {} : { "content-length": body.byteLength };
  return {
    method: call.method,
    host: bareHost(target),
    path: `${target.pathname}${target.search}`,
    headers: { ...call.headers, ...length },
    // Connections are not reused: each one goes to addresses that were checked for it.
    agent: false,
    lookup: pinned(addresses),
    ...(target.port === "" ? {} : { port: target.port }),
    ...(options.extraAuthorities === undefined ? {} : { ca: options.extraAuthorities }),
  };
}

/** Answers a connection's name lookup with the addresses resolved and checked before. */
function pinned(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, addresses);
    else answer(null, first?.address ?? "", first?.family ?? 4);
  };
}

/** The first bytes of the body; the rest is not read, and a body that breaks off is not a fault. */
async function readStart(
  response: IncomingMessage,
  bytesMax: number,
): Promise<{ body: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  let isWhole = false;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      byteSize += chunk.byteLength;
      if (byteSize >= bytesMax) break;
    }
    isWhole = byteSize < bytesMax && response.complete;
  } catch {
    // Keeps what arrived before.
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isWhole };
}
