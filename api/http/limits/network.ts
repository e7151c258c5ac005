/** Who counts as one caller where nothing but an address is known. Pure. */
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** A customer of a provider is given that much of IPv6 at least (RFC 6177). */
const networkBits = 64;

/** Reading an address takes as long as all else that counts a call. */
const readMax = 10_000;
const read = new LRUCache<string, string>({ max: readMax });

/** An IPv4 address, or the network of an IPv6 one: whoever has it has 2^64 addresses. */
export function networkOf(address: string): string {
  const known = read.get(address);
  if (known !== undefined) return known;
  const network = readNetwork(address);
  read.set(address, network);
  return network;
}

function readNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${bare(parsed)}/${networkBits}`);
  return `${network.toString()}/${networkBits}`;
}

/** Without the name of the interface that a link-local address may carry. */
function bare(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toString().replace(/%.*$/, "");
}
