/** Whether who asks wants a page: the same addresses give people HTML and machines JSON. */
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const offered = ["application/json", "text/html"];

/** Browsers send few different headers: reading one takes longer than serving a page that is held. */
const readMax = 200;
const readCharsMax = 300;
const read = new LRUCache<string, boolean>({ max: readMax });

/** True where `Accept` ranks HTML above JSON; whoever names neither, or takes anything, gets JSON. */
export function prefersPage({ headers }: Pick<Request, "headers">): boolean {
  const accept = headers.get("accept");
  if (accept === null || !accept.includes("text/html")) return false;
  const known = read.get(accept);
  if (known !== undefined) return known;
  const prefers = new Negotiator({ headers: { accept } }).mediaType(offered) === "text/html";
  if (accept.length <= readCharsMax) read.set(accept, prefers);
  return prefers;
}
