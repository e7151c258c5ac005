import {
  type ApiKeyScope,
  type BudgetPeriod,
  budgetPeriods,
  type SpendingWindows,
} from "../../db/vocabulary/account.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { dayMs, hourMs, minuteMs } from "../../platform/time.ts";
import type { FieldFault } from "../errors.ts";
import { API_KEY_TTL_DAYS_MAX } from "../limits.ts";
import { moneyText } from "../pricing.ts";
import type { Refusal } from "../refusal.ts";

/** States that count against a budget: refunded, failed and expired purchases do not. */
export const spendingStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
] as const satisfies readonly PurchaseState[];

type KeyTimes = { revokedAt: Date | null; expiresAt: Date | null };
export type ApiKeyState = "active" | "expired" | "revoked";

export function apiKeyState(key: KeyTimes, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "active";
}

/** Why a key may not be used; null if it may. A purchase checks it again under the key's lock. */
export function keyRefusal(
  key: KeyTimes,
  account: { suspendedAt: Date | null },
  now: Date,
): Refusal | null {
  const state = apiKeyState(key, now);
  if (state === "revoked") return { code: "token_revoked", detail: "This key was revoked." };
  if (state === "expired") {
    return {
      code: "token_expired",
      detail: `This key expired at ${key.expiresAt?.toISOString()}.`,
    };
  }
  return suspensionRefusal(account);
}

/** Why nobody may act for the account; null if they may. */
export function suspensionRefusal(account: {
  suspendedAt: Date | null;
  closedAt?: Date | null;
}): Refusal | null {
  if (account.closedAt) {
    return {
      code: "account_closed",
      detail: "Its person has closed it. Sign in to create a new one.",
    };
  }
  if (account.suspendedAt === null) return null;
  return { code: "account_suspended", detail: "The operator has to contact the marketplace." };
}

/** `linkedIds`: other accounts of the same person, or with the same card. */
export type Party = { accountId: string; linkedIds: readonly string[] };

/** Whether the other account is this one, or linked to it. Null: no account. */
export function isSameParty({ accountId, linkedIds }: Party, other: string | null): boolean {
  return other !== null && (other === accountId || linkedIds.includes(other));
}

/** Any one of `wanted` is enough; if empty, any key will do. */
export function scopeRefusal(
  scopes: readonly ApiKeyScope[],
  wanted: readonly ApiKeyScope[],
): Refusal | null {
  if (wanted.length === 0 || wanted.some((scope) => scopes.includes(scope))) return null;
  const needed = wanted.map((scope) => `\`${scope}\``).join(" or ");
  return {
    code: "scope_missing",
    detail: `This needs the scope ${needed}; the key has ${scopes.join(", ")}.`,
  };
}

type HoldingKey = KeyTimes & { id: string; name: string; scopes: readonly ApiKeyScope[] };

/**
 * Why a key may not change or end something that only needs the scope `read` (webhooks, saved searches);
 * null if it may: its own, those that no key created, and those of an ended key. Actions that need
 * another scope (purchases, bids, messages, data requests) are open to all keys of the account.
 */
export function otherKeyRefusal(
  actingKeyId: string,
  holder: HoldingKey | null,
  now: Date,
): Refusal | null {
  if (holder === null || holder.id === actingKeyId) return null;
  if (apiKeyState(holder, now) !== "active" || !holder.scopes.includes("read")) return null;
  return {
    code: "held_by_another_key",
    detail: `The key "${holder.name}" (${holder.id}) owns it, and is still in use.`,
  };
}

/** When the budget's current window began: UTC day, ISO week (Monday), month; `total` has always run. */
export function windowStart(period: BudgetPeriod, now: Date): Date {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const starts: Record<BudgetPeriod, number> = {
    day,
    week: day - daysSinceMonday * dayMs,
    month: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1),
    total: 0,
  };
  return new Date(starts[period]);
}

/** When the budget renews; null: never. */
export function windowEnd(period: BudgetPeriod, now: Date): Date | null {
  if (period === "total") return null;
  if (period === "month") {
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  }
  const days = period === "week" ? 7 : 1;
  return new Date(windowStart(period, now).getTime() + days * dayMs);
}

/** The windows for `spentByKey` in db/queries/accounts/api-keys.ts. */
export function spendingWindows(now: Date): SpendingWindows {
  const starts = {
    day: windowStart("day", now),
    week: windowStart("week", now),
    month: windowStart("month", now),
    total: windowStart("total", now),
  };
  return { starts, states: spendingStates };
}

export type SpendLimits = {
  /** Null: no limit. */
  maxPerPurchaseCents: number | null;
  /** Purchases above it need the owner's approval; null: none do. */
  confirmAboveCents: number | null;
  budgetCents: number | null;
  budgetPeriod: BudgetPeriod | null;
  /** Empty: all categories. */
  categories: readonly string[];
};

/** The card that a key may charge, for a named card or the default one; null if it may not charge it. */
export function cardOfKey(
  key: { paymentMethodId: string | null },
  cardId: string | null,
): string | null {
  return key.paymentMethodId === null || key.paymentMethodId === cardId ? cardId : null;
}

/** The rest of a key's budget in its window, in cents; null without a budget. */
export function remainingCents(limits: SpendLimits, spentCents: number): number | null {
  return limits.budgetCents === null ? null : Math.max(0, limits.budgetCents - spentCents);
}

type Spend = {
  priceCents: number;
  category: string;
  /** The key's spending since `windowStart`, in cents, without this purchase. */
  spentCents: number;
  /** ISO 4217, for all amounts. */
  currency: string;
  now: Date;
};

/** Why a key may not buy this; empty if it may. `category_not_allowed` or `spend_limit_exceeded`. */
export function spendRefusals(limits: SpendLimits, spend: Spend): Refusal[] {
  const refusals: Refusal[] = [];
  const { categories, maxPerPurchaseCents } = limits;
  const money = (cents: number) => moneyText(cents, spend.currency);
  if (categories.length > 0 && !categories.includes(spend.category)) {
    refusals.push({
      code: "category_not_allowed",
      detail: `The key may buy in ${categories.join(", ")}; this is in ${spend.category}.`,
    });
  }
  if (maxPerPurchaseCents !== null && spend.priceCents > maxPerPurchaseCents) {
    refusals.push({
      code: "spend_limit_exceeded",
      detail:
        `The key may spend ${money(maxPerPurchaseCents)} on one purchase; ` +
        `this one costs ${money(spend.priceCents)}.`,
    });
  }
  const remaining = remainingCents(limits, spend.spentCents);
  if (remaining !== null && spend.priceCents > remaining) {
    refusals.push({
      code: "spend_limit_exceeded",
      detail:
        `The key has ${money(remaining)} left of its budget of ` +
        `${money(limits.budgetCents ?? 0)} (${limits.budgetPeriod}); ` +
        `this one costs ${money(spend.priceCents)}. ` +
        budgetAdvice(limits.budgetPeriod ?? "total", spend.now),
    });
  }
  return refusals;
}

/** Whether this amount, in cents, needs the owner's approval. */
export function needsOwner(
  { confirmAboveCents }: Pick<SpendLimits, "confirmAboveCents">,
  amountCents: number,
): boolean {
  return confirmAboveCents !== null && amountCents > confirmAboveCents;
}

/** Why a key may not commit this amount, where it cannot wait for approval; null if it may. */
export function confirmationRefusal(
  limits: Pick<SpendLimits, "confirmAboveCents">,
  { amountCents, currency }: { amountCents: number; currency: string },
): Refusal | null {
  if (!needsOwner(limits, amountCents)) return null;
  const limit = moneyText(limits.confirmAboveCents ?? 0, currency);
  return {
    code: "confirmation_needed",
    detail:
      `The key may commit at most ${limit} without its owner's approval; ` +
      `this is ${moneyText(amountCents, currency)}.`,
  };
}

function budgetAdvice(period: BudgetPeriod, now: Date): string {
  const end = windowEnd(period, now);
  return end === null ? "It does not renew." : `It renews at ${end.toISOString()}.`;
}

type Terms = Pick<SpendLimits, "budgetCents" | "budgetPeriod"> & { expiresAt: Date | null };

/** Faults in the terms of a key. */
export function keyTermFaults(terms: Terms, now: Date): FieldFault[] {
  const faults: FieldFault[] = [];
  if (terms.budgetCents !== null && terms.budgetPeriod === null) {
    const detail = `A budget needs a period: ${budgetPeriods.join(", ")}.`;
    faults.push({ pointer: "/budget_period", code: "missing", detail });
  }
  if (terms.budgetCents === null && terms.budgetPeriod !== null) {
    const detail = "A period needs a budget.";
    faults.push({ pointer: "/budget_cents", code: "missing", detail });
  }
  if (terms.expiresAt === null) return faults;
  if (terms.expiresAt <= now) {
    const detail = "The expiry must be in the future.";
    faults.push({ pointer: "/expires_at", code: "in_the_past", detail });
  }
  if (terms.expiresAt.getTime() - now.getTime() > API_KEY_TTL_DAYS_MAX * dayMs) {
    const detail = `A key expires within ${API_KEY_TTL_DAYS_MAX} days, or never.`;
    faults.push({ pointer: "/expires_at", code: "too_late", detail });
  }
  return faults;
}

const visitCheckMinutes = 30;
/** Twice the lifetime of the provider's page: https://docs.stripe.com/api/checkout/sessions */
const setupLifeHours = 48;
const payoutReviewCheckMinutes = 30;
const payoutUnfinishedCheckHours = 6;

/** When to ask the provider how a visit to its page ended, if nobody returns. */
export function visitCheckDueAt(now: Date): Date {
  return new Date(now.getTime() + visitCheckMinutes * minuteMs);
}

/** Whether the visit can no longer add a card. */
export function hasSetupLapsed(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() > setupLifeHours * hourMs;
}

/** When to check the payout account again; null: only after a provider's webhook. */
export function payoutCheckDueAt(
  account: { detailsSubmitted: boolean; transfersEnabled: boolean },
  now: Date,
): Date | null {
  if (account.transfersEnabled) return null;
  const minutes = account.detailsSubmitted
    ? payoutReviewCheckMinutes
    : payoutUnfinishedCheckHours * 60;
  return new Date(now.getTime() + minutes * minuteMs);
}

const apiKeyPattern = /dm_(?:live|test)_[\w-]*/i;
/** Tokens of the authorisation server are as secret as keys. */
const credentialPattern = /dm_(?:live|test|oauth|refresh)_[\w-]*/i;

/** Whether a text contains something like one of our API keys, whole or in part. */
export function holdsApiKey(text: string): boolean {
  return apiKeyPattern.test(text);
}

/** Whether a text contains something like one of our keys or tokens, whole or in part. */
export function holdsCredential(text: string): boolean {
  return credentialPattern.test(text);
}

/** The text with everything like one of our keys or tokens redacted. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(new RegExp(credentialPattern, "gi"), "dm_REDACTED");
}

/** The `aud` claim of agent tokens. */
export const AGENT_TOKEN_AUDIENCE = "dataset-market-agent";

const credentialKinds = {
  api_key: "an operator's API key",
  agent_token: "a seller agent's token",
  access_token: "an access token of a program connected by OAuth",
  refresh_token: "an OAuth refresh token, which only the token endpoint accepts",
} as const;
type CredentialKind = keyof typeof credentialKinds;

/** The apparent kind of a bearer token, valid or not; null: not one of ours. */
function credentialKindOf(token: string): CredentialKind | null {
  if (/^dm_oauth_/i.test(token)) return "access_token";
  if (/^dm_refresh_/i.test(token)) return "refresh_token";
  if (holdsApiKey(token)) return "api_key";
  return audienceOf(token) === AGENT_TOKEN_AUDIENCE ? "agent_token" : null;
}

function audienceOf(token: string): unknown {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null && "aud" in claims ? claims.aud : null;
  } catch {
    return null;
  }
}

type Needed = { kinds: readonly CredentialKind[]; words: (siteUrl: string) => string };

const apiKeyWords = (siteUrl: string) => `an operator's API key, made at ${siteUrl}/account`;

const neededCredentials = {
  operator: { kinds: ["api_key", "access_token"], words: apiKeyWords },
  agent: { kinds: ["agent_token", "access_token"], words: () => "a seller agent's token" },
  either: {
    kinds: ["api_key", "agent_token", "access_token"],
    words: (siteUrl) => `a seller agent's token, or ${apiKeyWords(siteUrl)}`,
  },
  own_token: {
    kinds: ["agent_token"],
    words: () => "the agent's own token, which an agent of a connected program does not have",
  },
} as const satisfies Record<string, Needed>;
export type NeededCredential = keyof typeof neededCredentials;

/**
 * Why a credential of this kind cannot make this call; null if it can, or its kind is unknown.
 * `siteUrl`: the public base address, without a trailing slash.
 */
export function wrongKindRefusal(
  token: string,
  needed: NeededCredential,
  siteUrl: string,
): Refusal | null {
  const kind = credentialKindOf(token);
  const { kinds, words }: Needed = neededCredentials[needed];
  if (kind === null || kinds.includes(kind)) return null;
  const detail = `This is ${credentialKinds[kind]}. This call needs ${words(siteUrl)}.`;
  return { code: "token_kind_wrong", detail };
}
