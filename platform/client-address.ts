/** Who is at the other end of the connection: the kernel is asked each time, so only where it counts. */
export type Peer = () => string;

/**
 * The client's address. Behind proxies, the entry that the outermost trusted one appended to
 * X-Forwarded-For; entries to the left of it are the client's own words.
 */
export function clientAddress(headers: Headers, peer: Peer, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return peer();
  const hops = (headers.get("x-forwarded-for") ?? "").split(",");
  const address = hops.at(-trustedProxyHops)?.trim() ?? "";
  return address === "" ? peer() : address.slice(0, 64);
}
