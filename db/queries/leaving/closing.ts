/**
 * Rows that end with an account: locked in the global lock order, ended, and cleared of personal
 * data.
 */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  apiKeys,
  connections,
  dataRequests,
  paymentMethods,
  paymentSetups,
  reportDecisions,
  reports,
  savedSearches,
  sessions,
  shownSecrets,
  uploadImports,
  webhookEndpoints,
} from "../../schema/index.ts";
import { emptyAccessOf } from "../access/access.ts";
import type { ApiKeyRow } from "../accounts/api-keys.ts";
import type { AgentRow } from "../agents/agents.ts";
import { deleteCollectionsOf } from "../collections/collections.ts";
import { deleteTargetsOf } from "../deliveries/deliveries.ts";
import { deleteFollowsOf } from "../follows/follows.ts";
import { deleteMatchedSetsOf } from "../search/matched-sets.ts";

/** Locks the unrevoked keys of a locked account in id order. */
export async function lockKeysOfAccount(tx: Database, accountId: string): Promise<ApiKeyRow[]> {
  return tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.id))
    .for("update");
}

/**
 * Locks the account's agents and those that wait for the owner of `email`, in id order. Purchases
 * that refer to an agent may continue: they lock its listing, which is locked next.
 */
export async function lockAgentsOfPerson(
  tx: Database,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<AgentRow[]> {
  const own = eq(agents.accountId, accountId);
  const asking = and(eq(agents.ownerEmail, email ?? ""), eq(agents.state, "pending"));
  return tx
    .select()
    .from(agents)
    .where(email === null ? own : or(own, asking))
    .orderBy(asc(agents.id))
    .for("no key update");
}

/** Ends the account's connections, whose keys and agents are locked. Returns the grant ids. */
export async function endConnectionsOfAccount(
  tx: Database,
  accountId: string,
  now: Date,
): Promise<string[]> {
  const { id } = connections;
  const live = tx
    .select({ id })
    .from(connections)
    .where(and(eq(connections.accountId, accountId), isNull(connections.endedAt)))
    .orderBy(asc(id))
    .for("no key update");
  const ended = await tx
    .update(connections)
    .set({ endedAt: now })
    .where(inArray(id, live))
    .returning({ grantId: connections.grantId });
  return ended.map(({ grantId }) => grantId);
}

/** Revokes the locked keys; returns how many. */
export async function revokeKeys(tx: Database, ids: string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(inArray(apiKeys.id, ids), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length;
}

/** Locks the open requests of an account in id order. */
export async function lockOpenRequests(tx: Database, accountId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(and(eq(dataRequests.accountId, accountId), eq(dataRequests.state, "open")))
    .orderBy(asc(dataRequests.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/** Deletes webhooks with their logs, saved searches with their matches, follows, and pending secrets. */
export async function deleteSubscriptions(
  tx: Database,
  { accountId, agentIds }: { accountId: string; agentIds: string[] },
): Promise<{ webhooks: number; savedSearches: number; follows: number; collections: number }> {
  const { principalKind, principalId } = webhookEndpoints;
  const ofAccount = and(eq(principalKind, "account"), eq(principalId, accountId));
  const ofAgents = and(eq(principalKind, "agent"), inArray(principalId, agentIds));
  const { id } = webhookEndpoints;
  const own = tx
    .select({ id })
    .from(webhookEndpoints)
    .where(agentIds.length === 0 ? ofAccount : or(ofAccount, ofAgents))
    .orderBy(asc(id))
    .for("update");
  const webhooks = await tx.delete(webhookEndpoints).where(inArray(id, own)).returning({ id });
  const saved = tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(eq(savedSearches.accountId, accountId))
    .orderBy(asc(savedSearches.id))
    .for("update");
  const searches = await tx
    .delete(savedSearches)
    .where(inArray(savedSearches.id, saved))
    .returning({ id: savedSearches.id });
  const collected = await deleteCollectionsOf(tx, accountId);
  const followed = await deleteFollowsOf(tx, accountId);
  await tx.delete(shownSecrets).where(eq(shownSecrets.accountId, accountId));
  return {
    webhooks: webhooks.length,
    savedSearches: searches.length,
    follows: followed,
    collections: collected,
  };
}

/** Whether there are cards that can still be charged. */
export async function hasCards(tx: Database, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.accountId, accountId), isNull(paymentMethods.removedAt)))
    .limit(1);
  return row !== undefined;
}

/** Cancels the agents' imports and erases their addresses and credentials. */
async function endImportsOf(tx: Database, agentIds: string[], now: Date): Promise<void> {
  const isTheirs = inArray(uploadImports.agentId, agentIds);
  await tx
    .update(uploadImports)
    .set({ state: "cancelled", dueAt: now, endedAt: now })
    .where(and(isTheirs, isNull(uploadImports.endedAt)));
  await tx.update(uploadImports).set({ source: "", shownAddress: "" }).where(isTheirs);
}

/**
 * Removes personal data from rows that must stay: cards that paid, texts of reports and appeals,
 * and agents that sold.
 */
export async function emptyPersonalRows(
  tx: Database,
  { accountId, agentIds, now }: { accountId: string; agentIds: string[]; now: Date },
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ brand: "removed", last4: "0000", expMonth: 1, expYear: 1970, fingerprint: null })
    .where(eq(paymentMethods.accountId, accountId));
  await tx
    .update(paymentSetups)
    .set({ endedAt: now, checkDueAt: null })
    .where(and(eq(paymentSetups.accountId, accountId), isNull(paymentSetups.endedAt)));
  await deleteTargetsOf(tx, accountId);
  await deleteMatchedSetsOf(tx, accountId);
  await emptyAccessOf(tx, accountId, now);
  await emptyReports(tx, accountId);
  if (agentIds.length === 0) return;
  await endImportsOf(tx, agentIds, now);
  await tx
    .update(agents)
    .set({
      ownerEmail: sql`'closed-' || ${agents.id} || '@closed.invalid'`,
      registeredFromHash: "",
    })
    .where(inArray(agents.id, agentIds));
}

/**
 * The texts of open reports are needed until the decision and removed with it. Locked in id order.
 */
async function emptyReports(tx: Database, ownerId: string): Promise<void> {
  const worded = tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.accountId, ownerId), isNotNull(reports.detail)))
    .orderBy(asc(reports.id))
    .for("update");
  const { decisionId, detail } = reports;
  await tx
    .update(reports)
    .set({ detail: sql`case when ${decisionId} is null then ${detail} end` })
    .where(inArray(reports.id, worded));
  const { accountId, appeal } = reportDecisions;
  await tx
    .update(reportDecisions)
    .set({ appeal: null })
    .where(and(eq(accountId, ownerId), isNotNull(appeal)));
}

/**
 * Ends all sessions. Called after the account's own change, so that a concurrent sign-in waits for
 * it.
 */
export async function deleteSessionsOf(tx: Database, accountId: string): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.accountId, accountId))
    .returning({ id: sessions.id });
  return ended.length;
}

/** The recipient of the mail about a closing; null once it needs no mail. */
export async function findClosingMail(
  db: Database,
  accountId: string,
): Promise<{ to: string; closedAt: Date } | null> {
  const [row] = await db
    .select({ to: accounts.closingMailTo, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (row === undefined || row.to === null || row.closedAt === null) return null;
  return { to: row.to, closedAt: row.closedAt };
}

/** Deletes the last personal data. */
export async function forgetClosingMail(tx: Database, accountId: string): Promise<void> {
  await tx.update(accounts).set({ closingMailTo: null }).where(eq(accounts.id, accountId));
}
