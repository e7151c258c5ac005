/**
 * Compresses public answers for callers that accept it, and pages of a person. Other answers with
 * secrets (`no-store`, a cookie) stay uncompressed, because their length could reveal their content
 * (BREACH); so do files, ranges and redirects.
 */
import { LRUCache } from "lru-cache";
import { type Coding, codingFor, encode } from "../../platform/content-coding.ts";
import { codedTag, noteCoded } from "../../platform/http-answer.ts";

/** Smaller answers fit in a packet or two. */
const COMPRESSED_BYTES_MIN = 1024;
/** Larger answers would occupy a thread for long. */
const COMPRESSED_BYTES_MAX = 8 * 1024 * 1024;
const HELD_BYTES_MAX = 32 * 1024 * 1024;

const compressible = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/;

type Compressor = (request: Request, response: Response) => Promise<Response>;

type Bytes = Uint8Array<ArrayBuffer>;

/** Caches codings by the ETag of the bytes, so that each is made once. */
export function createCompressor(): Compressor {
  const held = new LRUCache<string, Bytes>({
    maxSize: HELD_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.length,
  });
  const running = new Map<string, Promise<Bytes>>();

  async function coded(bytes: Bytes, coding: Coding, key: string | null): Promise<Bytes> {
    if (key === null) return encode(bytes, coding);
    const making = running.get(key) ?? encode(bytes, coding);
    running.set(key, making);
    try {
      const made = await making;
      held.set(key, made);
      return made;
    } finally {
      running.delete(key);
    }
  }

  return async (request, response) => {
    if (!mayVary(response) && !isSafePage(request, response)) return response;
    const { headers, status } = response;
    if (!headers.get("vary")?.includes("accept-encoding"))
      headers.append("vary", "accept-encoding");
    const coding = codingFor(request.headers.get("accept-encoding"));
    if (coding === null) return response;
    const etag = headers.get("etag");
    const key = etag === null ? null : `${coding} ${etag}`;
    const known = key === null ? undefined : held.get(key);
    if (known === undefined) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (!isWorthIt(bytes)) return new Response(bytes, { status, headers });
      return codedResponse(await coded(bytes, coding, key), coding, response);
    }
    return codedResponse(known, coding, response);
  };
}

/**
 * The same answer in a coding: other bytes, so it needs another strong ETag (RFC 9110 §8.8.3.3).
 */
function codedResponse(body: Bytes, coding: Coding, response: Response): Response {
  const { status, headers } = response;
  const etag = headers.get("etag");
  if (etag !== null) headers.set("etag", codedTag(etag, coding));
  headers.set("content-encoding", coding);
  headers.delete("content-length");
  return noteCoded(new Response(body, { status, headers }), body, response);
}

const isWorthIt = ({ length }: Bytes) =>
  length >= COMPRESSED_BYTES_MIN && length <= COMPRESSED_BYTES_MAX;

function mayVary(response: Response): boolean {
  const isPublic = response.headers.get("cache-control")?.startsWith("public") ?? false;
  return isPublic && isWhole(response) && compressible.test(contentTypeOf(response));
}

/**
 * A person's page that no other site made the browser ask for, or a page without a person. Another
 * site could choose texts that the page repeats and compare lengths; the form's token, the only
 * secret on pages that show strangers' text, differs in each answer.
 */
function isSafePage(request: Request, response: Response): boolean {
  const isOwn = request.headers.get("sec-fetch-site") === "same-origin";
  if (!isOwn && request.headers.has("cookie")) return false;
  const isFile = response.headers.has("content-disposition");
  return !isFile && isWhole(response) && contentTypeOf(response).startsWith("text/html");
}

function isWhole({ status, headers }: Response): boolean {
  if (status !== 200 || headers.has("set-cookie")) return false;
  return !headers.has("content-encoding") && !headers.has("content-range");
}

const contentTypeOf = ({ headers }: Response): string => headers.get("content-type") ?? "";
