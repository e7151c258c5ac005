/** Reads files at addresses that strangers name, with the guards of `call-stranger.ts`. */
import {
  type OpenAnswer,
  type OpenOptions,
  openStranger,
  StrangerFailure,
} from "../webhooks/call-stranger.ts";
import { openResolver } from "../webhooks/resolver.ts";
import { readRetryAfter } from "../webhooks/retry-after.ts";

export type RemoteFailureCode =
  | StrangerFailure["code"]
  | "too_many_redirects"
  | "answered_error"
  | "source_changed"
  | "broken_off"
  | "too_large";

/** `isFinal`: another try would end the same way. */
export class RemoteFailure extends Error {
  readonly code: RemoteFailureCode;
  readonly isFinal: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: RemoteFailureCode,
    detail: string,
    { isFinal = false, retryAfterSeconds = null as number | null } = {},
  ) {
    super(detail);
    this.name = "RemoteFailure";
    this.code = code;
    this.isFinal = isFinal;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `byteSize`: null if the server does not state it. `validator`: its ETag, null without one. */
export type RemoteFile = { byteSize: number | null; validator: string | null };

export type RemoteRead = RemoteFile & {
  /** Where the body begins: as requested, or 0 if the server sends only whole files. */
  from: number;
  /** Throws a {@link RemoteFailure}. */
  body: AsyncGenerator<Uint8Array>;
  close(): void;
};

export type RemoteFiles = {
  look(url: string, signal: AbortSignal): Promise<RemoteFile>;
  /** `validator`: of the earlier read that this one continues. */
  read(
    url: string,
    start: { from: number; validator: string | null },
    signal: AbortSignal,
  ): Promise<RemoteRead>;
  /** A small document as text. `next`: the next page's address in its `Link` header, or null. */
  readText(
    url: string,
    limits: { bytesMax: number },
    signal: AbortSignal,
  ): Promise<{ text: string; next: string | null }>;
};

export type RemoteOptions = OpenOptions & { redirectsMax: number };

const finalFailures = new Set(["url_not_allowed", "address_not_allowed"]);
/** These statuses may pass: a timeout, a lock, too early, too many requests. */
const passingStatuses = new Set([408, 423, 425, 429]);
const redirects = new Set([301, 302, 303, 307, 308]);

export function openRemoteFiles(options: RemoteOptions): RemoteFiles {
  const { resolve = openResolver() } = options;
  const open = (url: string, headers: Record<string, string>, signal: AbortSignal) =>
    follow(url, headers, { ...options, resolve }, signal);
  return {
    async look(url, signal) {
      const answer = await open(url, { range: "bytes=0-0" }, signal);
      answer.close();
      return describe(answer);
    },
    async read(url, { from, validator }, signal) {
      const ifSame = validator === null ? {} : { "if-range": validator };
      const range = from === 0 ? {} : { range: `bytes=${from}-`, ...ifSame };
      const answer = await open(url, range, signal);
      const file = describe(answer);
      return { ...file, from: startOf(answer), body: remoteBody(answer), close: answer.close };
    },
    async readText(url, { bytesMax }, signal) {
      const answer = await open(url, {}, signal);
      const chunks: Uint8Array[] = [];
      let byteSize = 0;
      for await (const chunk of remoteBody(answer)) {
        byteSize += chunk.byteLength;
        if (byteSize > bytesMax) {
          const detail = `The document has more than ${bytesMax} bytes.`;
          throw new RemoteFailure("too_large", detail, { isFinal: true });
        }
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString("utf8");
      return { text, next: nextOf([answer.headers.link ?? []].flat().join(", "), url) };
    },
  };
}

/** RFC 8288, as far as pages of lists need it. */
function nextOf(link: string, url: string): string | null {
  const next = /<([^<>]{1,4000})>\s*;\s*rel="?next"?(?![\w-])/.exec(link)?.[1];
  return next !== undefined && URL.canParse(next, url) ? new URL(next, url).href : null;
}

/** Each redirect's target is checked like the first address. */
async function follow(
  url: string,
  headers: Record<string, string>,
  { redirectsMax, ...options }: RemoteOptions,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  let address = url;
  for (let redirected = 0; redirected <= redirectsMax; redirected += 1) {
    const answer = await openOnce(address, headers, options, signal);
    const { status } = answer;
    if (status === 200 || status === 206 || isEmptyFile(answer)) return answer;
    answer.close();
    const { location } = answer.headers;
    if (!redirects.has(status) || location === undefined) throw refused(answer);
    if (!URL.canParse(location, address)) throw refused(answer);
    address = new URL(location, address).href;
  }
  const detail = `The address leads through more than ${redirectsMax} redirects.`;
  throw new RemoteFailure("too_many_redirects", detail, { isFinal: true });
}

/** A range of an empty file cannot be satisfied. */
const isEmptyFile = ({ status, headers }: OpenAnswer) =>
  status === 416 && headers["content-range"] === "bytes */0";

async function openOnce(
  url: string,
  headers: Record<string, string>,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const call = {
    method: "GET",
    headers: {
      accept: "*/*",
      // Compressed on the way, ranges and sizes would be of other bytes.
      "accept-encoding": "identity",
      "user-agent": "dataset-market-import/1.0",
      ...headers,
    },
  };
  return await openStranger(url, call, options, signal).catch(fail);
}

function fail(error: unknown): never {
  if (!(error instanceof StrangerFailure)) throw error;
  const isFinal = finalFailures.has(error.code);
  throw new RemoteFailure(error.code, error.message, { isFinal });
}

function refused({ status, headers }: OpenAnswer): RemoteFailure {
  const isFinal = status < 500 && !passingStatuses.has(status);
  const retryAfterSeconds = readRetryAfter(headers["retry-after"], new Date());
  const detail = `The server answered with status ${status}.`;
  return new RemoteFailure("answered_error", detail, { isFinal, retryAfterSeconds });
}

function describe(answer: OpenAnswer): RemoteFile {
  const { status, headers } = answer;
  const etag = headers.etag ?? null;
  // A weak ETag does not promise the same bytes (RFC 9110 §8.8.1).
  const validator = etag?.startsWith('"') === true ? etag : null;
  if (status === 416) return { byteSize: 0, validator };
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") {
    answer.close();
    const detail = "The server compresses the file on the way although it was asked not to.";
    throw new RemoteFailure("answered_error", detail, { isFinal: true });
  }
  const stated = status === 206 ? totalOf(headers["content-range"]) : headers["content-length"];
  const byteSize = stated !== undefined && /^\d{1,15}$/.test(stated) ? Number(stated) : null;
  return { byteSize, validator };
}

const contentRange = /^bytes (?<start>\d{1,15})-\d{1,15}\/(?<total>\d{1,15}|\*)$/;

const totalOf = (header: string | undefined) => contentRange.exec(header ?? "")?.groups?.total;

function startOf({ status, headers, close }: OpenAnswer): number {
  if (status !== 206) return 0;
  const start = contentRange.exec(headers["content-range"] ?? "")?.groups?.start;
  if (start !== undefined) return Number(start);
  close();
  throw new RemoteFailure("answered_error", "The server sent a range without saying which.");
}

async function* remoteBody({ status, body, close }: OpenAnswer): AsyncGenerator<Uint8Array> {
  if (status === 416) return close();
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof StrangerFailure) || error.code === "timeout") fail(error);
    throw new RemoteFailure("broken_off", "The connection broke off.");
  }
}
