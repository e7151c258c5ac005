/** Who is at the other end of a call: the kernel is asked each time, so only where it counts. */
import { isIP } from "node:net";

export type Peer = (request: Request) => string;

/** Of an IPv6 address with the name of its interface, the port and brackets. */
const ADDRESS_CHARS_MAX = 64;

/** Some proxies append the port, which each connection has another one of. */
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]+)\](?::\d+)?$/;

/**
 * The client's address. Behind proxies, the entry that the outermost trusted one appended to
 * X-Forwarded-For; entries to the left of it are the client's own words. What is no address names
 * nobody: then it is the peer's.
 */
export function clientAddress(request: Request, peer: Peer, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return peer(request);
  const forwarded = request.headers.get("x-forwarded-for") ?? "";
  // What one proxy has written is taken as it stands: of most calls nothing is put together anew.
  const isSole = trustedProxyHops === 1 && !forwarded.includes(",");
  const entry = isSole ? forwarded : (forwarded.split(",").at(-trustedProxyHops) ?? "");
  const address = bareAddress(entry.trim());
  return isIP(address) === 0 ? peer(request) : address;
}

function bareAddress(text: string): string {
  if (text.length > ADDRESS_CHARS_MAX) return "";
  const [, v4, v6] = withPort.exec(text) ?? [];
  return v4 ?? v6 ?? text;
}
