/** Which addresses the service may call on behalf of a stranger. */
import ipaddr from "ipaddr.js";

/** The only block of IPv6 from which public addresses are given out (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** Public by its number, but Azure answers machines of its own there. */
const metadataAddresses = new Set(["168.63.129.16"]);

/**
 * Whether an address is one of the public internet. Private, loopback, link-local (where clouds keep
 * their metadata), unique-local, shared, multicast and reserved ones are not, nor is what embeds an
 * IPv4 address in IPv6, nor anything that is no address.
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
