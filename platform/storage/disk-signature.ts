/**
 * Signed URLs of the disk store. One HMAC-SHA256 covers the method, the key and every query
 * parameter, so that nothing can be changed, added or removed.
 */
import { createHmac } from "node:crypto";
import { isMadeByOneOf, type SecretList } from "../secrets/secret-list.ts";
import { isStorageKey } from "./storage-key.ts";

const STORAGE_PATH = "/storage/";

const SCHEME = "dataset-market-storage-v1";
const QUERY_LENGTH_MAX = 4096;

/** `sha256` of the whole object, in hexadecimal: no other bytes are accepted. */
type SignedPut = { method: "PUT"; byteSizeMax: number; sha256: string | null };

/** A part; if its size or MD5 was announced, no other part is accepted. */
type SignedPart = {
  multipartId: string;
  partNumber: number;
  byteSizeExact: number | null;
  md5: string | null;
};

/** The permissions of a signed URL. */
export type Grant = { key: string; expiresAtSeconds: number } & (
  | (SignedPut & { part: SignedPart | null })
  | { method: "GET"; downloadName: string; contentType: string }
);

export type Verified = { grant: Grant } | { refusal: "signature_invalid" | "url_expired" };

/** The path and query of a URL for the grant, to append to the public base address. */
export function signGrant([secret]: SecretList, grant: Grant): string {
  const query = new URLSearchParams(parametersOf(grant));
  query.set("signature", signatureOf(secret, grant.method, grant.key, query));
  return `${STORAGE_PATH}${grant.key}?${query}`;
}

/**
 * The grant of a URL, or why it is refused. HEAD is allowed where GET is. `url` is as the server
 * received it; only its path below `/storage/` and its query matter.
 */
export function verifyUrl(secrets: SecretList, method: string, url: URL, now: Date): Verified {
  const key = keyOf(url);
  const given = url.searchParams.get("signature");
  if (key === null || given === null) return { refusal: "signature_invalid" };
  if (url.search.length > QUERY_LENGTH_MAX) return { refusal: "signature_invalid" };

  const query = new URLSearchParams(url.searchParams);
  query.delete("signature");
  const signedMethod = method === "HEAD" ? "GET" : method;
  const sign = (secret: string) => signatureOf(secret, signedMethod, key, query);
  if (!isMadeByOneOf(secrets, given, sign)) {
    return { refusal: "signature_invalid" };
  }
  const grant = grantOf(signedMethod, key, query);
  if (grant === null) return { refusal: "signature_invalid" };
  if (now.getTime() >= grant.expiresAtSeconds * 1000) return { refusal: "url_expired" };
  return { grant };
}

/** The key in the path. A key needs no percent-encoding, so an encoded path has none. */
function keyOf(url: URL): string | null {
  const at = url.pathname.indexOf(STORAGE_PATH);
  if (at === -1) return null;
  const key = url.pathname.slice(at + STORAGE_PATH.length);
  return isStorageKey(key) ? key : null;
}

function parametersOf(grant: Grant): Record<string, string> {
  const expires = String(grant.expiresAtSeconds);
  if (grant.method === "GET") {
    return { expires, download_name: grant.downloadName, content_type: grant.contentType };
  }
  const put = {
    expires,
    byte_size_max: String(grant.byteSizeMax),
    ...(grant.sha256 === null ? {} : { sha256: grant.sha256 }),
  };
  if (grant.part === null) return put;
  const { multipartId, partNumber, byteSizeExact, md5 } = grant.part;
  return {
    ...put,
    multipart_id: multipartId,
    part_number: String(partNumber),
    ...(byteSizeExact === null ? {} : { byte_size: String(byteSizeExact) }),
    ...(md5 === null ? {} : { md5 }),
  };
}

/** Reads the parameters of a signed URL; null if they do not follow this scheme. */
function grantOf(method: string, key: string, query: URLSearchParams): Grant | null {
  const expiresAtSeconds = Number(query.get("expires"));
  if (!Number.isSafeInteger(expiresAtSeconds)) return null;
  if (method === "GET") {
    const downloadName = query.get("download_name");
    const contentType = query.get("content_type");
    if (downloadName === null || contentType === null) return null;
    return { key, expiresAtSeconds, method, downloadName, contentType };
  }
  const byteSizeMax = Number(query.get("byte_size_max"));
  if (method !== "PUT" || !Number.isSafeInteger(byteSizeMax)) return null;
  const sha256 = query.get("sha256");
  return { key, expiresAtSeconds, method, byteSizeMax, sha256, part: partOf(query) };
}

function partOf(query: URLSearchParams): SignedPart | null {
  const multipartId = query.get("multipart_id");
  if (multipartId === null) return null;
  const byteSize = query.get("byte_size");
  return {
    multipartId,
    partNumber: Number(query.get("part_number")),
    byteSizeExact: byteSize === null ? null : Number(byteSize),
    md5: query.get("md5"),
  };
}

function signatureOf(secret: string, method: string, key: string, query: URLSearchParams): string {
  const pairs = [...query].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", secret)
    .update(JSON.stringify([SCHEME, method, key, pairs]))
    .digest("base64url");
}
