/** What stands in an agent's token, and the names derived for an agent that gave none. */
import { createHmac } from "node:crypto";

/** Signs and reads agent tokens; the API implements it with @elysiajs/jwt. */
export type AgentTokens = {
  /** Deterministic: the same claims give the same token byte for byte (docs/interface.md, register-again). */
  mint(claims: AgentTokenClaims): Promise<string>;
  /** Null for whatever was not minted by this deployment. Expiry is the caller's to judge. */
  read(token: string): Promise<AgentTokenClaims | null>;
};

type AgentTokenClaims = {
  agentId: string;
  issuedAt: Date;
  expiresAt: Date;
};

/** Tokens count whole seconds, so rows do too: what is minted again must be the same. */
export function wholeSeconds(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

/** Derived with a secret, since the name is public and the address is not. */
export function derivedAgentName(secret: string, ownerEmail: string): string {
  return `agent-${createHmac("sha256", secret).update(ownerEmail).digest("hex").slice(0, 12)}`;
}

/**
 * What a caller without the token is told in place of an agent's id, which is its public seller's,
 * and of its derived name: the same each time, and found nowhere else.
 */
export function withheldIdentity(
  secret: string,
  agent: { ownerEmail: string; agentName: string; registeredName: string | null },
): { id: string; agentName: string } {
  const digest = (text: string) =>
    createHmac("sha256", secret).update(`withheld\n${text}`).digest("hex");
  const hex = digest(`${agent.ownerEmail}\n${agent.registeredName ?? agent.agentName}`);
  const steps = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return {
    id: [...steps, hex.slice(20, 32)].join("-"),
    agentName: `agent-${digest(agent.ownerEmail).slice(0, 12)}`,
  };
}

/** Addresses are compared, never kept in the clear. */
export function addressHash(secret: string, address: string): string {
  return createHmac("sha256", secret).update(address).digest("hex");
}
