/** Parses `NATS_URL`: the servers of one cluster, and the credentials for them. */

export type BusAddress = {
  /** Without credentials, because the client accepts none in an address. */
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  /** Present if servers without TLS must be refused. */
  tls?: Record<never, never>;
};

/**
 * `nats://user:password@host:4222`, or `nats://token@host:4222`; several separated by commas. A
 * single `tls://` requires TLS for all.
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

/** Whether all addresses have the same credentials: a connection has only one identity. */
export function hasOneIdentity(text: string): boolean {
  const identities = addressesIn(text)
    .filter(({ username }) => username !== "")
    .map(({ username, password }) => `${username}:${password}`);
  return new Set(identities).size <= 1;
}

const addressesIn = (text: string) => text.split(",").map((address) => new URL(address.trim()));
