/** Requires an account that may still act, as most changes do. */
import type { Database } from "../../db/client.ts";
import { type AccountRow, findAccount, lockAccount } from "../../db/queries/accounts/accounts.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import type { AccountActor, AgentActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { suspensionRefusal } from "./rules.ts";

/**
 * The account, locked until the transaction ends, so that its limits are counted one change at a
 * time. Errors: account_not_found, account_suspended, account_closed.
 */
export async function lockOpenAccount(tx: Database, accountId: string): Promise<AccountRow> {
  return requireOpen(await lockAccount(tx, accountId));
}

/** The account without a lock. Errors: those of {@link lockOpenAccount}. */
export async function findOpenAccount(db: Database, accountId: string): Promise<AccountRow> {
  return requireOpen(await findAccount(db, accountId));
}

function requireOpen(account: AccountRow | null): AccountRow {
  if (account === null) throw new MarketError("account_not_found", "Sign in again.");
  throwRefusals([suspensionRefusal(account)]);
  return account;
}

/** The account that the actor acts for; an agent's is its owner's. */
export async function accountIdOf(db: Database, actor: AccountActor | AgentActor): Promise<string> {
  if (actor.kind !== "agent") return actor.accountId;
  const accountId = (await findAgent(db, actor.agentId))?.accountId;
  if (typeof accountId !== "string") throw new Error(`agent ${actor.agentId} has no owner`);
  return accountId;
}

type AccountStatus = { suspendedReason: string | null; closedAt: Date | null };

/** For a person on the website, with the reason. Errors: account_suspended, account_closed. */
export function requireUnsuspended(account: AccountStatus | null): void {
  if (account !== null && account.closedAt !== null) {
    throw new MarketError("account_closed", "Sign in again to create a new account.");
  }
  const reason = account?.suspendedReason ?? null;
  if (reason !== null) throw new MarketError("account_suspended", `Suspended: ${reason}`);
}
