/** What stands in an agent's token, and the names derived for an agent that gave none. */
import { createHmac, randomBytes } from "node:crypto";

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

/** As {@link derivedAgentName}, of no address: nobody finds out by it whose agent it is. */
export function madeUpName(): string {
  return `agent-${randomBytes(6).toString("hex")}`;
}

/** Addresses are compared, never kept in the clear. */
export function addressHash(secret: string, address: string): string {
  return createHmac("sha256", secret).update(address).digest("hex");
}
