/** The network that counts as one caller if only an address is known. Pure. */
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** The smallest IPv6 network that providers assign to a customer (RFC 6177). */
const networkBits = 64;

/** Parsing an address takes as long as the rest of counting a call, so results are cached. */
const readMax = 10_000;
const read = new LRUCache<string, string>({ max: readMax });

/** An IPv4 address, or an IPv6 network: its holder has 2^64 addresses. */
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

/** Drops the interface name that a link-local address may carry. */
function bare(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toString().replace(/%.*$/, "");
}
