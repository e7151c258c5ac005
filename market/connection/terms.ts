/** Checks the terms of a connection, and writes them into its key and its agent. */
import type { Database } from "../../db/client.ts";
import type { AccountRow } from "../../db/queries/accounts/accounts.ts";
import { type ApiKeyRow, lockApiKey, updateApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { type AgentRow, lockAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import type { ConnectionRow } from "../../db/queries/connections/connections.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { newApiKeySecret } from "../account/api-key.ts";
import { openKey } from "../account/open-key.ts";
import { keyTermFaults } from "../account/rules.ts";
import { agentEnd, openAgent } from "../agent/open-agent.ts";
import { CONNECTED_BY_OWNER } from "../agent/rules.ts";
import { type FieldFault, MarketError } from "../errors.ts";
import { freeAgentName } from "./agent-name.ts";
import { keyScopesOf } from "./rules.ts";
import type { ConnectionTerms } from "./schemas.ts";

/** The limits of a connection's key, and its expiry. */
export type Limits = Pick<
  ApiKeyRow,
  | "maxPerPurchaseCents"
  | "budgetCents"
  | "budgetPeriod"
  | "confirmAboveCents"
  | "categories"
  | "paymentMethodId"
  | "expiresAt"
>;

/** An ended key or agent cannot be restored: the client then gets a new one. */
export type Halves = { key: ApiKeyRow | null; agent: AgentRow | null };

/** The limits of a consent; omitted ones mean no limit. */
export function limitsOf(terms: ConnectionTerms): Limits {
  return {
    maxPerPurchaseCents: terms.max_per_purchase_cents ?? null,
    budgetCents: terms.budget_cents ?? null,
    budgetPeriod: terms.budget_period ?? null,
    confirmAboveCents: terms.confirm_above_cents ?? null,
    categories: terms.categories ?? [],
    paymentMethodId: terms.payment_method_id ?? null,
    expiresAt: terms.expires_at ?? null,
  };
}

/** The connection's current limits. */
export function presentLimits({ expiresAt }: ConnectionRow, { key }: Halves): Limits {
  return {
    maxPerPurchaseCents: key?.maxPerPurchaseCents ?? null,
    budgetCents: key?.budgetCents ?? null,
    budgetPeriod: key?.budgetPeriod ?? null,
    confirmAboveCents: key?.confirmAboveCents ?? null,
    categories: key?.categories ?? [],
    paymentMethodId: key?.paymentMethodId ?? null,
    expiresAt,
  };
}

/** Errors: invalid_request with a fault for each field. */
export async function checkLimits(
  tx: Database,
  { accountId, limits, now }: { accountId: string; limits: Limits; now: Date },
): Promise<void> {
  const faults: FieldFault[] = keyTermFaults(limits, now);
  const { paymentMethodId } = limits;
  if (paymentMethodId !== null && (await holdCard(tx, accountId, paymentMethodId)) === null) {
    const detail = "Your account has no such card.";
    faults.push({ pointer: "/payment_method_id", code: "unknown", detail });
  }
  if (faults[0] === undefined) return;
  throw new MarketError("invalid_request", faults[0].detail, { faults });
}

type ConnectionRequest = {
  account: AccountRow;
  clientName: string;
  scopes: readonly ConnectionScope[];
  limits: Limits;
  agentName: string | undefined;
  mode: "live" | "test";
  now: Date;
};

/**
 * The key and agent that the scopes need: existing ones get the limits, missing ones are created. The
 * account is locked first, then the key, then the agent.
 */
export async function writeHalves(
  tx: Database,
  owner: OwnerActor,
  { has, wish }: { has: Halves; wish: ConnectionRequest },
): Promise<Halves> {
  return {
    key: await writeKey(tx, owner, has, wish),
    agent: await writeAgent(tx, owner, has, wish),
  };
}

async function writeKey(
  tx: Database,
  owner: OwnerActor,
  has: Halves,
  { account, clientName, scopes: all, limits, mode, now }: ConnectionRequest,
): Promise<ApiKeyRow | null> {
  const scopes = keyScopesOf(all);
  if (has.key !== null) {
    const kept = scopes.length === 0 ? has.key.scopes : scopes;
    return updateApiKey(tx, has.key.id, { ...limits, scopes: kept });
  }
  if (scopes.length === 0) return null;
  // Nobody gets its secret, which is not stored: only the connection's tokens use the key.
  const { prefix, secretHash } = newApiKeySecret(mode);
  const values = { ...limits, name: clientName, scopes, prefix, secretHash };
  return openKey(tx, owner, { account, values, now });
}

async function writeAgent(
  tx: Database,
  owner: OwnerActor,
  has: Halves,
  { clientName, scopes, limits: { expiresAt }, agentName, now }: ConnectionRequest,
): Promise<AgentRow | null> {
  if (has.agent !== null) {
    return updateAgent(tx, has.agent.id, { tokenExpiresAt: agentEnd(expiresAt, now) });
  }
  if (!scopes.includes("sell")) return null;
  if (!owner.emailVerified) {
    const detail = "Selling needs an address that the identity provider has verified.";
    const faults = [{ pointer: "/scopes", code: "email_not_verified", detail }];
    throw new MarketError("invalid_request", detail, { faults });
  }
  return openAgent(tx, owner, {
    agentName: agentName ?? (await freeAgentName(tx, { ownerEmail: owner.email, clientName })),
    expiresAt,
    madeBy: CONNECTED_BY_OWNER,
    now,
  });
}

/** Locks a connection's key, then its agent; null for an ended or missing one. */
export async function lockHalves(
  tx: Database,
  { apiKeyId, agentId }: { apiKeyId: string | null; agentId: string | null },
): Promise<Halves> {
  const held = apiKeyId === null ? null : await lockApiKey(tx, apiKeyId);
  const agent = agentId === null ? null : await lockAgent(tx, agentId);
  const key = held === null || held.key.revokedAt !== null ? null : held.key;
  return { key, agent: agent?.state === "verified" ? agent : null };
}
