/** Asks the DNS for the addresses of names that strangers choose. */
import { Resolver } from "node:dns/promises";

export type ResolvedAddress = { address: string; family: number };

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Of one question to one server; who asks has a limit of its own. */
const questionMsMax = 3000;
const questionsMax = 3;

const loopback: ResolvedAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Looks up without the system's own `getaddrinfo`: that has a few threads, and names whose servers
 * never answer would hold them all, so that nobody's name is found. Reads no hosts file: of names,
 * `localhost` alone is known by itself (RFC 6761 §6.3). `servers`: instead of the system's.
 * Rejects when neither an IPv4 nor an IPv6 address is found.
 */
export function openResolver({ servers }: { servers?: string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: questionMsMax, tries: questionsMax });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    if (name === "localhost" || name.endsWith(".localhost")) return loopback;
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  };
}

function addressesOf(found: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  if (found.status === "rejected") return [];
  return found.value.map((address) => ({ address, family }));
}
