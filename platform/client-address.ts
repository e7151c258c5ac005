/**
 * The client's address. Behind proxies, the entry that the outermost trusted one appended to
 * X-Forwarded-For; entries to the left of it are the client's own words.
 */
export function clientAddress(headers: Headers, peer: string, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return peer;
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const address = hops.at(-trustedProxyHops);
  return address === undefined || address === "" ? peer : address.slice(0, 64);
}
