/** Who is at the other end of a call: the kernel is asked each time, so only where it counts. */
export type Peer = (request: Request) => string;

/**
 * The client's address. Behind proxies, the entry that the outermost trusted one appended to
 * X-Forwarded-For; entries to the left of it are the client's own words.
 */
export function clientAddress(request: Request, peer: Peer, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return peer(request);
  const forwarded = request.headers.get("x-forwarded-for") ?? "";
  // What one proxy has written is taken as it stands: of most calls nothing is put together anew.
  const isSole = trustedProxyHops === 1 && !forwarded.includes(",");
  const entry = isSole ? forwarded : forwarded.split(",").at(-trustedProxyHops);
  const address = entry?.trim() ?? "";
  return address === "" ? peer(request) : address.slice(0, 64);
}
