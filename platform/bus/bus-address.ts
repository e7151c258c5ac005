/** What `NATS_URL` says: the servers of one cluster, and as whom a process comes to them. */

export type BusAddress = {
  /** Without credentials: the client takes none from an address. */
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  /** There where a server without TLS is to be refused. */
  tls?: Record<never, never>;
};

/**
 * `nats://user:password@host:4222`, or `nats://token@host:4222`; several are separated by commas. `tls://`
 * of one of them wants TLS of all.
 */
export function readBusAddress(text: string): BusAddress {
  const addresses = addressesIn(text);
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  const wantsTls = addresses.some(({ protocol }) => protocol === "tls:");
  return { servers, ...(wantsTls && { tls: {} }), ...credentialsIn(addresses) };
}

function credentialsIn(addresses: URL[]): Pick<BusAddress, "user" | "pass" | "token"> {
  const named = addresses.find(({ username }) => username !== "");
  if (named === undefined) return {};
  const name = decodeURIComponent(named.username);
  if (named.password === "") return { token: name };
  return { user: name, pass: decodeURIComponent(named.password) };
}

/** Whether no two of the addresses come with different credentials: one connection has one. */
export function hasOneIdentity(text: string): boolean {
  const identities = addressesIn(text)
    .filter(({ username }) => username !== "")
    .map(({ username, password }) => `${username}:${password}`);
  return new Set(identities).size <= 1;
}

const addressesIn = (text: string) => text.split(",").map((address) => new URL(address.trim()));
