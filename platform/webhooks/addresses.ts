import ipaddr from "ipaddr.js";

/** The only IPv6 block with public addresses (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** A public address at which Azure serves internal data to its machines. */
const metadataAddresses = new Set(["168.63.129.16"]);

/**
 * Whether the service may call an address on behalf of a stranger, which requires a public address.
 * Private, loopback, link-local (cloud metadata), unique-local, shared, multicast and reserved
 * addresses are not public, nor are IPv6 addresses that embed IPv4, nor anything that is not an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || metadataAddresses.has(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  if (metadataAddresses.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === "loopback";
}
