/**
 * Calls addresses that strangers name. The name is resolved here, every address that it has must be
 * public, and the connection goes to an address that was checked: a second look at the DNS could
 * answer otherwise. Redirects are answers like any other, and are not followed.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./addresses.ts";
import type { SendFailure, SendResult, WebhookSender } from "./port.ts";
import { openResolver, type Resolve, type ResolvedAddress } from "./resolver.ts";
import { readRetryAfter } from "./retry-after.ts";

export type WebhookSenderOptions = {
  /** From the first look at the DNS to the status, and to the last byte that is read. */
  timeoutSeconds: number;
  /** How much of an answer's body is read. */
  excerptBytesMax: number;
  /** For the embedded stack: takes plain http and loopback addresses too. */
  allowLoopback: boolean;
  /** All addresses of a name; the DNS is asked when it is left out. */
  resolve?: Resolve;
  /** Certificates that are trusted beside the well-known ones, as PEM. */
  extraAuthorities?: string;
};

class Refusal extends Error {
  readonly code: SendFailure;

  constructor(code: SendFailure, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** URL parsers drop some of them without a word; a log or a mail would show another address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const unprintable = /[\u0000-\u0020\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;

/** Of TLS, as URL shows them. Any other would make of the service a scanner of strangers' ports. */
const ports = new Set(["", "8443"]);

/** Why an address cannot be called, as far as it shows without the DNS; null where nothing speaks against it. */
export function urlFault(
  text: string,
  { allowLoopback }: { allowLoopback: boolean },
): string | null {
  if (unprintable.test(text)) return "holds a space or a control character";
  if (!URL.canParse(text)) return "is not an address";
  const url = new URL(text);
  const isPlain = allowLoopback && url.protocol === "http:";
  if (url.protocol !== "https:" && !isPlain) return "has to begin with https://";
  if (url.username !== "" || url.password !== "") return "holds a user name or a password";
  if (!allowLoopback && !ports.has(url.port)) return "has to name port 443 or 8443, or none";
  const host = bareHost(url);
  if (isIP(host) === 0 || isAllowed(host, allowLoopback)) return null;
  return "names an address that is not public";
}

export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { resolve = openResolver() } = options;
  return {
    async post(url, message, signal) {
      const limit = AbortSignal.timeout(options.timeoutSeconds * 1000);
      const ended = AbortSignal.any([limit, signal]);
      try {
        const fault = urlFault(url, options);
        if (fault !== null) throw new Refusal("url_not_allowed", `The address ${fault}.`);
        const target = new URL(url);
        const addresses = await unlessEnded(resolveChecked(target, resolve, options), ended);
        return await exchange({ target, addresses, message, options, ended });
      } catch (error) {
        if (limit.aborted) {
          const detail = `No answer within ${options.timeoutSeconds} seconds.`;
          return { kind: "failed", code: "timeout", detail };
        }
        return failure(error);
      }
    },
  };
}

function failure(error: unknown): SendResult {
  if (error instanceof Refusal) return { kind: "failed", code: error.code, detail: error.message };
  const detail = error instanceof Error ? error.message.slice(0, 300) : "unknown";
  return { kind: "failed", code: "connection_failed", detail };
}

function isAllowed(address: string, allowLoopback: boolean): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** IPv6 addresses stand in brackets in a URL. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

async function resolveChecked(
  url: URL,
  resolve: Resolve,
  { allowLoopback }: WebhookSenderOptions,
): Promise<ResolvedAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await lookAllUp(host, resolve) : [{ address: host, family }];
  const foreign = addresses.find(({ address }) => !isAllowed(address, allowLoopback));
  if (foreign === undefined) return addresses;
  throw new Refusal("address_not_allowed", `${host} has an address that is not public.`);
}

async function lookAllUp(host: string, resolve: Resolve): Promise<ResolvedAddress[]> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length > 0) return addresses;
  throw new Refusal("name_not_found", `The DNS knows no address of ${host}.`);
}

/** The DNS cannot be told to stop: its late answer is dropped. */
function unlessEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the call was ended"));
    if (ended.aborted) stop();
    ended.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => ended.removeEventListener("abort", stop));
  });
}

type Exchange = {
  target: URL;
  addresses: ResolvedAddress[];
  message: { headers: Record<string, string>; body: string };
  options: WebhookSenderOptions;
  ended: AbortSignal;
};

function exchange({ target, addresses, message, options, ended }: Exchange): Promise<SendResult> {
  const body = Buffer.from(message.body);
  const request = target.protocol === "https:" ? httpsRequest : httpRequest;
  const call: RequestOptions & { ca?: string } = {
    method: "POST",
    host: bareHost(target),
    path: `${target.pathname}${target.search}`,
    headers: { ...message.headers, "content-length": body.byteLength },
    // No connection is kept: each one goes to addresses that were checked for it.
    agent: false,
    lookup: pinned(addresses),
    ...(target.port === "" ? {} : { port: target.port }),
    ...(options.extraAuthorities === undefined ? {} : { ca: options.extraAuthorities }),
  };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(call, (response) => {
      isAnswered = true;
      readExcerpt(response, options.excerptBytesMax).then((excerpt) => {
        resolve({
          kind: "answered",
          status: response.statusCode ?? 0,
          excerpt,
          ...wishOf(response),
        });
        sent.destroy();
      }, reject);
    });
    const stop = () => {
      sent.destroy();
      // A status that has come counts, though its body never ends.
      if (!isAnswered) reject(new Error("the call was ended"));
    };
    sent.on("error", reject);
    sent.on("close", () => {
      ended.removeEventListener("abort", stop);
      // Neither an answer nor an error: it has switched protocols, for example.
      if (!isAnswered) reject(new Error("The connection was closed without an answer."));
    });
    if (ended.aborted) return stop();
    ended.addEventListener("abort", stop, { once: true });
    sent.end(body);
  });
}

function wishOf({ headers }: IncomingMessage): { retryAfterSeconds?: number } {
  const retryAfterSeconds = readRetryAfter(headers["retry-after"], new Date());
  return retryAfterSeconds === null ? {} : { retryAfterSeconds };
}

/** Answers a connection's question for the name with what was resolved and checked before. */
function pinned(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, addresses);
    else answer(null, first?.address ?? "", first?.family ?? 4);
  };
}

/** The first bytes of the body; the rest is never read, and one that breaks off is no fault. */
async function readExcerpt(response: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      byteSize += chunk.byteLength;
      if (byteSize >= bytesMax) break;
    }
  } catch {
    // What came before stays.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytesMax));
}
