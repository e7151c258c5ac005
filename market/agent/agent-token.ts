/** The claims of an agent's token, and derived names for agents without one. */
import { createHmac, randomBytes } from "node:crypto";

/** Signs and reads agent tokens; the API implements it with @elysiajs/jwt. */
export type AgentTokens = {
  /** Deterministic: the same claims give the same token byte for byte (docs/interface.md, register-again). */
  mint(claims: AgentTokenClaims): Promise<string>;
  /** Null for tokens that this deployment did not mint. The caller checks the expiry. */
  read(token: string): Promise<AgentTokenClaims | null>;
};

type AgentTokenClaims = {
  agentId: string;
  issuedAt: Date;
  expiresAt: Date;
};

/** Tokens count whole seconds, so rows must too: a token that is minted again must be the same. */
export function wholeSeconds(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

/** Derived with a secret, because the name is public but the address is not. */
export function derivedAgentName(secret: string, ownerEmail: string): string {
  return `agent-${createHmac("sha256", secret).update(ownerEmail).digest("hex").slice(0, 12)}`;
}

/** Like {@link derivedAgentName} but without an address, so that it reveals no owner. */
export function madeUpName(): string {
  return `agent-${randomBytes(6).toString("hex")}`;
}

/** Addresses are compared, and never stored in plain text. */
export function addressHash(secret: string, address: string): string {
  return createHmac("sha256", secret).update(address).digest("hex");
}
