/** Closes a person's account: revokes access, deletes personal data and keeps the money's rows. */
import type { Database } from "../../db/client.ts";
import { type AccountRow, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import {
  deleteSessionsOf,
  deleteSubscriptions,
  emptyPersonalRows,
  endConnectionsOfAccount,
  hasCards,
  lockAgentsOfPerson,
  lockKeysOfAccount,
  lockOpenRequests,
  revokeKeys,
} from "../../db/queries/leaving/closing.ts";
import { readAccountMatters } from "../../db/queries/leaving/open-matters.ts";
import { withdrawOffersOf } from "../../db/queries/private-offers/private-offers.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { cancelWaitingOfKey } from "../account/end-waiting.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { closeLocked } from "../request/close-locked.ts";
import { endSubscriptionsOf } from "../subscription/end-subscription.ts";
import { ACCOUNT_OPEN_MATTERS_SHOWN_MAX } from "./limits.ts";
import { endListings, removeAgent } from "./remove-agent.ts";
import { confirmationFault, replacedPerson } from "./rules.ts";

type Closing = { owner: OwnerActor; now: Date };

/**
 * Closes the account at once and permanently. Its keys, connections, agents, webhooks, saved
 * searches, follows, collections and sign-ins end, its listings are withdrawn (buyers keep access), drafts are deleted
 * and requests closed, private offers withdrawn. Its address and sign-in are replaced; signing in again creates a new
 * account. Cards are removed before (`removePaymentMethod`), because the provider must be called
 * for each. Returns the grants whose tokens are now invalid. Errors: account_not_found,
 * account_suspended, account_closed, invalid_request (the typed address),
 * account_has_open_business, purchase_in_progress.
 */
export async function closeAccount(
  ctx: Context,
  owner: OwnerActor,
  { confirmation }: { confirmation: string },
): Promise<{ grantIds: string[] }> {
  const fault = confirmationFault(confirmation, owner.email);
  if (fault !== null) throw new MarketError("invalid_request", fault.detail, { faults: [fault] });
  const closing = { owner, now: ctx.now() };
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    const keys = await lockKeysOfAccount(tx, account.id);
    const email = account.emailVerified ? account.email : null;
    const agents = await lockAgentsOfPerson(tx, { accountId: account.id, email });
    const grantIds = await endConnectionsOfAccount(tx, account.id, closing.now);
    const withdrawn = await endAgents(tx, agents, closing);
    await refuseOpen(tx, account.id);
    for (const { id } of keys) await cancelWaitingOfKey(tx, owner, id, closing.now);
    const subscriptions = await endSubscriptionsOf(tx, owner, closing.now);
    const revoked = await revokeKeys(tx, idsOf(keys), closing.now);
    const requests = await closeRequests(tx, account.id, closing);
    const agentIds = idsOf(agents);
    const offers = await withdrawOffersOf(tx, {
      accountId: account.id,
      agentIds,
      now: closing.now,
    });
    const ended = await deleteSubscriptions(tx, { accountId: account.id, agentIds });
    await emptyPersonalRows(tx, { accountId: account.id, agentIds, now: closing.now });
    const counts = {
      keys: revoked,
      agents: agents.length,
      connections: grantIds.length,
      listings_withdrawn: withdrawn,
      data_requests: requests,
      private_offers: offers,
      subscriptions,
      webhooks: ended.webhooks,
      saved_searches: ended.savedSearches,
      follows: ended.follows,
      collections: ended.collections,
    };
    await forgetPerson(tx, account, counts, closing);
    return { grantIds };
  });
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** Rejects waiting agents and removes the others; returns the number of ended listings. */
async function endAgents(
  tx: Database,
  agents: AgentRow[],
  { owner, now }: Closing,
): Promise<number> {
  let withdrawn = 0;
  for (const agent of agents) {
    if (agent.deletedAt !== null || agent.state === "rejected") continue;
    if (agent.state === "pending") {
      await updateAgent(tx, agent.id, { state: "rejected", decidedAt: now });
      const subject = { subjectKind: "agent", subjectId: agent.id } as const;
      await writeAudit(tx, { actor: owner, action: "agent.rejected", ...subject }, now);
      continue;
    }
    const gone = await endListings(tx, agent.id, now);
    withdrawn += gone.withdrawn.length;
    await removeAgent(tx, { owner, agent, gone, now });
  }
  return withdrawn;
}

/** Checked after keys, agents and listings are locked, so no purchase, bid or sale can follow. */
async function refuseOpen(tx: Database, accountId: string): Promise<void> {
  const rowsMax = ACCOUNT_OPEN_MATTERS_SHOWN_MAX;
  const rows = await readAccountMatters(tx, { accountId, rowsMax });
  if (rows.length > 0) {
    const open = rows.map(({ kind, id, listingId, state }) => ({
      ...{ kind, id, state },
      dataset_id: listingId,
    }));
    const detail = "Others wait for this account, or its own money waits. Each has to end first.";
    throw new MarketError("account_has_open_business", detail, { open });
  }
  if (await hasCards(tx, accountId)) {
    throw new MarketError(
      "purchase_in_progress",
      "A card was added in the meantime. Remove it first.",
    );
  }
}

async function closeRequests(
  tx: Database,
  accountId: string,
  { owner, now }: Closing,
): Promise<number> {
  const ids = await lockOpenRequests(tx, accountId);
  for (const id of ids) await closeLocked(tx, id, { actor: owner, now });
  return ids.length;
}

/** Runs last: changing the sign-in's key waits for all rows that refer to the account. */
async function forgetPerson(
  tx: Database,
  account: AccountRow,
  counts: Record<string, number>,
  { owner, now }: Closing,
): Promise<void> {
  const subject = { subjectKind: "account", subjectId: account.id } as const;
  const entry = { actor: owner, action: "account.closed", ...subject, detail: counts };
  await writeAudit(tx, entry, now);
  await updateAccount(tx, account.id, {
    ...replacedPerson(account.id),
    emailVerified: false,
    defaultPaymentMethodId: null,
    payoutCheckDueAt: null,
    mutedMails: [],
    closedAt: now,
    closingMailTo: account.emailVerified ? account.email : null,
  });
  await deleteSessionsOf(tx, account.id);
  if (!account.emailVerified) return;
  const payload = { template: "account_closed", account_id: account.id } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
