/** Conditional and range requests for one representation (RFC 9110, sections 13 and 14). */
import type { ByteRange } from "./port.ts";

export type Representation = { byteSize: number; etag: string; lastModified: Date };

export type GetOutcome =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 };

/** Decides the response to a GET or HEAD. A request for several ranges gets the whole object. */
export function evaluateGet(method: string, headers: Headers, object: Representation): GetOutcome {
  const ifMatch = headers.get("if-match");
  if (ifMatch !== null && !listsEtag(ifMatch, object.etag)) return { status: 412 };
  if (isUnchanged(headers, object)) return { status: 304 };
  const range = headers.get("range");
  if (method !== "GET" || range === null || !rangeApplies(headers, object)) return { status: 200 };
  return resolveRange(range, object.byteSize);
}

function isUnchanged(headers: Headers, object: Representation): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return listsEtag(ifNoneMatch.replaceAll("W/", ""), object.etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && wholeSeconds(object.lastModified) <= since;
}

/** If-Range contains an ETag or a date; the range applies only if the object still matches it. */
function rangeApplies(headers: Headers, object: Representation): boolean {
  const ifRange = headers.get("if-range");
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange.trim() === object.etag;
  return Date.parse(ifRange) === wholeSeconds(object.lastModified);
}

function resolveRange(header: string, byteSize: number): GetOutcome {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header.trim());
  if (match === null) return { status: 200 };
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return { status: 200 };
  if (first === "") return suffixRange(Number(last), byteSize);

  const start = Number(first);
  const endInclusive = last === "" ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (last !== "" && Number(last) < start) return { status: 200 };
  if (start >= byteSize) return { status: 416 };
  return { status: 206, range: { start, endInclusive } };
}

function suffixRange(length: number, byteSize: number): GetOutcome {
  if (length === 0 || byteSize === 0) return { status: 416 };
  const start = Math.max(0, byteSize - length);
  return { status: 206, range: { start, endInclusive: byteSize - 1 } };
}

function listsEtag(header: string, etag: string): boolean {
  return header.split(",").some((item) => item.trim() === "*" || item.trim() === etag);
}

/** HTTP dates have no fractions, so those of the file are dropped for comparisons. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
