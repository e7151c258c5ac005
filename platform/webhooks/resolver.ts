/** Resolves names chosen by strangers with DNS. */
import { Resolver } from "node:dns/promises";

export type ResolvedAddress = { address: string; family: number };

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** For one question to one server; the caller has its own limit. */
const questionMsMax = 3000;
const questionsMax = 3;

const loopback: ResolvedAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Does not use the system's `getaddrinfo`, which has few threads: names with unresponsive servers
 * would occupy all of them and block every other lookup. Reads no hosts file; only `localhost` is
 * built in (RFC 6761 §6.3). `servers` replaces the system's. Rejects if neither an IPv4 nor an IPv6
 * address is found.
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
