/** Rules for registrations, approval mails, approvals and names of agents. Pure. */

import type { AgentState } from "../../db/vocabulary/agent.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { minuteMs } from "../../platform/time.ts";
import { firstCharacters } from "../characters.ts";
import { MarketError } from "../errors.ts";
import { AGENT_NAME_CHARS_MAX } from "../limits.ts";
import {
  APPROVAL_MAIL_PAUSE_MINUTES,
  APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX,
  TOKEN_REISSUE_MINUTES,
} from "./limits.ts";

/** Replaces the hash of the registering address: the owner made this agent by connecting a client. */
export const CONNECTED_BY_OWNER = "connected";

/** Likewise: the owner sells through it on the website (`site-agent.ts`). */
export const MADE_BY_SITE = "website";

/** Whether the agent has no token of its own: it uses a connection's, or the owner acts directly. */
export function isTokenless({ registeredFromHash }: { registeredFromHash: string }): boolean {
  return registeredFromHash === CONNECTED_BY_OWNER || registeredFromHash === MADE_BY_SITE;
}

/** Likewise: the agent has replaced its token, so no address gets it again. */
export const TOKEN_ROTATED = "rotated";

/** Tokens differ by the second in which they were issued, so the next one is always later. */
export function nextTokenInstant(present: Date, now: Date): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(second, present.getTime() + 1000));
}

type Repeated = {
  state: AgentState;
  decidedAt: Date | null;
  registeredAt: Date;
  registeredFromHash: string;
};

/**
 * Whether a repeat without the token may come from the first caller. Anyone may know an owner's address, and
 * a verified agent's token sells in that owner's name, so everybody else gets a new agent.
 */
export function isFirstCaller(agent: Repeated, callerHashes: string[], now: Date): boolean {
  if (agent.state !== "pending" || agent.decidedAt !== null) return false;
  if (!callerHashes.includes(agent.registeredFromHash)) return false;
  return now.getTime() - agent.registeredAt.getTime() <= TOKEN_REISSUE_MINUTES * minuteMs;
}

/** Whether an administrator hid this name of the agent, in whatever case it is written. */
export const isHiddenName = (
  { hiddenName }: { hiddenName: string | null },
  name: string,
): boolean => hiddenName?.toLowerCase() === name.toLowerCase();

/** Stored as the requested name of an agent that requested none. */
export const ASKED_FOR_NONE = "";

/** The beginning of a taken name that leaves room for a number. */
export function nameStem(name: string): string {
  return firstCharacters(name, AGENT_NAME_CHARS_MAX - NUMBER_CHARS_MAX).trimEnd();
}

/** ` no ` and a number of up to six digits. */
const NUMBER_CHARS_MAX = 10;

type Named = { agentName: string; askedName: string | null; state: AgentState };

/** The name shown to the agent: it learns only after approval that its name was taken. */
export function shownAgentName({ agentName, askedName, state }: Named): string {
  return state === "verified" ? agentName : askedName || agentName;
}

/** Letters of any script with their marks, digits, space, `.`, `_` and `-`. */
const nameCharacters = /^[\p{L}\p{M}\p{Nd} ._-]*$/u;

/** Texts that mail programs turn into links: `shop.com`, `1.1.1.1`, telephone numbers. */
const linked = [/\.\p{L}[\p{L}\p{M}]/u, /\p{Nd}(\.\p{Nd}+){3}/u, /\p{Nd}([ ._-]?\p{Nd}){6}/u];

/** The holder may send back a derived name; a tenth of these have seven digits in a row. */
const derived = /^agent-[0-9a-f]{12}$/;

/** Why a stranger's name for an agent cannot appear in a mail to the owner; null if it can. */
export function agentNameFault(name: string): string | null {
  if (!nameCharacters.test(name)) return "takes only letters, digits, spaces, '.', '_' and '-'";
  if (derived.test(name)) return null;
  if (linked.some((pattern) => pattern.test(name))) {
    return "looks like an address or a telephone number, which mail programs turn into links";
  }
  return null;
}

/** One mail in ten minutes for an agent; none once the owner has decided. */
export function isMailDue(state: AgentState, lastMailAt: Date | null, now: Date): boolean {
  if (state !== "pending") return false;
  if (lastMailAt === null) return true;
  return now.getTime() - lastMailAt.getTime() > APPROVAL_MAIL_PAUSE_MINUTES * minuteMs;
}

/** Prevents flooding an owner with approval mails by invented agent names. */
export function ownerTakesMail(mailsLastDay: number): boolean {
  return mailsLastDay < APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX;
}

/** The provider has verified the address, and it is the one that the agent named. */
export function ownsAgent(
  owner: { email: string; emailVerified: boolean },
  agent: { ownerEmail: string },
): boolean {
  return owner.emailVerified && foldEmail(owner.email) === agent.ownerEmail;
}

type Seller = { state: AgentState; suspendedAt: Date | null; suspendedReason: string | null };

/**
 * Accepts an agent that may sell: approved, and neither revoked nor suspended.
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
    "The owner has to open the link in the mail. Check again every 30 seconds.",
  );
}

export type RevocationOutcome = "apply" | "repeat" | "conflict";

/** An approved agent can be revoked; a pending one is rejected instead (`decide-agent.ts`). */
export function revocationOutcome(state: AgentState): RevocationOutcome {
  if (state === "verified") return "apply";
  return state === "revoked" ? "repeat" : "conflict";
}

/** A decision can be repeated, but never reversed. */
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

type Quota = { bytesMax: number; filesMax: number };
/** A seller's limits of stored bytes and files. */
export type StorageQuotas = Record<"agent" | "account" | "deployment", Quota>;
