/** Who may have a token again, who gets a mail, who may approve. Pure. */
import { minuteMs } from "../../platform/time.ts";
import { MarketError } from "../errors.ts";
import {
  APPROVAL_MAIL_PAUSE_MINUTES,
  APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX,
  REGISTRATION_KEY_CHARS_MIN,
  TOKEN_REISSUE_MINUTES,
} from "../limits.ts";

export const agentStates = ["pending", "verified", "rejected", "revoked"] as const;
export type AgentState = (typeof agentStates)[number];

type Reissue = {
  isNew: boolean;
  state: AgentState;
  /** Its owner has decided on it once: its id may be known as a seller's. */
  wasDecided: boolean;
  registeredAt: Date;
  isFromSameAddress: boolean;
  callerHoldsToken: boolean;
  now: Date;
};

/** In the place of the address that registered it: the owner made this agent by connecting a client. */
export const CONNECTED_BY_OWNER = "connected";

/** Likewise: the owner sells by it on the website (`site-agent.ts`). */
export const MADE_BY_SITE = "website";

/** Whether the agent acts by no token of its own: by a connection's, or by the owner's own hand. */
export function isTokenless({ registeredFromHash }: { registeredFromHash: string }): boolean {
  return registeredFromHash === CONNECTED_BY_OWNER || registeredFromHash === MADE_BY_SITE;
}

/** Likewise: the agent has replaced its token, so that no address brings it again. */
export const TOKEN_ROTATED = "rotated";

/** Tokens tell each other apart by the second: the next one is always a later one. */
export function nextTokenInstant(present: Date, now: Date): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(second, present.getTime() + 1000));
}

/**
 * A repeat gets the token again only where its caller can be the first one: anyone may know an
 * owner's address, and the token of a verified agent sells in that owner's name.
 */
export function mayHaveToken(reissue: Reissue): boolean {
  if (reissue.isNew) return true;
  if (reissue.callerHoldsToken) return true;
  if (reissue.state !== "pending" || reissue.wasDecided) return false;
  if (!reissue.isFromSameAddress) return false;
  return reissue.now.getTime() - reissue.registeredAt.getTime() <= TOKEN_REISSUE_MINUTES * minuteMs;
}

type Expiring = {
  tokenExpiresAt: Date;
  decidedAt: Date | null;
  callerHoldsToken: boolean;
  now: Date;
};

/**
 * Once its token has expired an agent registers anew: one that was approved only by who holds the
 * expired token, since the new one names the same public seller.
 */
export function mayStartAnew({ tokenExpiresAt, decidedAt, ...caller }: Expiring): boolean {
  if (tokenExpiresAt > caller.now) return false;
  return decidedAt === null || caller.callerHoldsToken;
}

/** Letters of any script with their marks, digits, blank, `.`, `_` and `-`. */
const nameCharacters = /^[\p{L}\p{M}\p{Nd} ._-]*$/u;

/** What programs make a link of: `shop.com`, `1.1.1.1`, and what looks like a telephone number. */
const linked = [/\.\p{L}[\p{L}\p{M}]/u, /\p{Nd}(\.\p{Nd}+){3}/u, /\p{Nd}([ ._-]?\p{Nd}){6}/u];

/** A derived name is told to its holder, who may send it back; a tenth of them has seven digits in a row. */
const derived = /^agent-[0-9a-f]{12}$/;

/** Why a stranger's name for an agent can't stand in a mail to the owner; null: it can. */
export function agentNameFault(name: string): string | null {
  if (!nameCharacters.test(name)) return "takes letters, digits, blanks, '.', '_' and '-' alone";
  if (derived.test(name)) return null;
  if (linked.some((pattern) => pattern.test(name))) {
    return "reads like an address or a telephone number, of which mail programs make links";
  }
  return null;
}

/** A replay by Idempotency-Key may carry the token only where the key cannot be guessed. */
export function isUnguessableKey(idempotencyKey: string): boolean {
  return idempotencyKey.length >= REGISTRATION_KEY_CHARS_MIN;
}

/** One mail in ten minutes for an agent; none once the owner has decided. */
export function isMailDue(state: AgentState, lastMailAt: Date | null, now: Date): boolean {
  if (state !== "pending") return false;
  if (lastMailAt === null) return true;
  return now.getTime() - lastMailAt.getTime() > APPROVAL_MAIL_PAUSE_MINUTES * minuteMs;
}

/** Nobody can be flooded with approval mails by made-up agent names. */
export function ownerTakesMail(mailsLastDay: number): boolean {
  return mailsLastDay < APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX;
}

/** The provider vouches for the address, and it is the one that the agent named. */
export function ownsAgent(
  owner: { email: string; emailVerified: boolean },
  agent: { ownerEmail: string },
): boolean {
  return owner.emailVerified && owner.email.toLowerCase() === agent.ownerEmail;
}

type Seller = { state: AgentState; suspendedAt: Date | null; suspendedReason: string | null };

/**
 * Lets an agent through that may sell: approved, and neither revoked nor suspended.
 * Errors: token_revoked, agent_suspended, agent_not_verified.
 */
export function requireSeller(agent: Seller | null): void {
  if (agent === null || agent.state === "revoked" || agent.state === "rejected") {
    throw new MarketError("token_revoked", "The owner has revoked this agent.");
  }
  if (agent.suspendedAt !== null) {
    throw new MarketError("agent_suspended", `Suspended: ${agent.suspendedReason ?? ""}`);
  }
  if (agent.state === "verified") return;
  throw new MarketError(
    "agent_not_verified",
    "The owner has to open the link in the mail. Ask GET /agent/me every 30 seconds.",
  );
}

export type RevocationOutcome = "apply" | "repeat" | "conflict";

/** What was approved can be revoked; what waits is rejected instead (`decide-agent.ts`). */
export function revocationOutcome(state: AgentState): RevocationOutcome {
  if (state === "verified") return "apply";
  return state === "revoked" ? "repeat" : "conflict";
}

/** A decision can be repeated, never turned round. */
export function decisionOutcome(
  state: AgentState,
  decision: "approve" | "reject",
): "apply" | "repeat" | "conflict" {
  if (state === "pending") return "apply";
  const decided = decision === "approve" ? "verified" : "rejected";
  return state === decided ? "repeat" : "conflict";
}

/** `a***@example.com`: enough to recognise one's own address, too little to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
