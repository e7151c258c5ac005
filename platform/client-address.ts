/**
 * Determines a caller's address. Each call asks the kernel, so it is used only where it matters.
 */
import { isIP } from "node:net";

export type Peer = (request: Request) => string;

/** An IPv6 address with the name of its interface, the port and brackets. */
const ADDRESS_CHARS_MAX = 64;

/** Some proxies append the port, which differs for each connection. */
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]+)\](?::\d+)?$/;

/**
 * The client's address. Behind proxies it is the entry that the outermost trusted proxy appended to
 * X-Forwarded-For; entries to its left come from the client. If the entry is not an address, the
 * peer's address is used.
 */
export function clientAddress(request: Request, peer: Peer, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return peer(request);
  const forwarded = request.headers.get("x-forwarded-for") ?? "";
  // A value written by a single proxy is used unchanged, which avoids splitting on most calls.
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
