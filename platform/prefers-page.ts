import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const offered = ["application/json", "text/html"];

/** Browsers send few different headers, and parsing one takes longer than serving a cached page. */
const readMax = 200;
const readCharsMax = 300;
const read = new LRUCache<string, boolean>({ max: readMax });

/**
 * Whether a client wants HTML rather than JSON at the same address: `Accept` must rank HTML higher.
 * Clients that name neither, or accept anything, get JSON.
 */
export function prefersPage({ headers }: Pick<Request, "headers">): boolean {
  const accept = headers.get("accept");
  if (accept === null || !accept.includes("text/html")) return false;
  const known = read.get(accept);
  if (known !== undefined) return known;
  const prefers = new Negotiator({ headers: { accept } }).mediaType(offered) === "text/html";
  if (accept.length <= readCharsMax) read.set(accept, prefers);
  return prefers;
}
