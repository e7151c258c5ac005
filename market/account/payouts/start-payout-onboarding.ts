/** The way to the provider's page on which sellers say where their money goes. */

import { claimProviderId, updateAccount } from "../../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { findOpenAccount } from "../open-account.ts";
import { answered, makeOnce } from "../payment-answer.ts";
import { visitCheckDueAt } from "../rules.ts";

/**
 * Begins or goes on with naming the bank account that sales are paid out to; send the browser to
 * `url`, which works once and for minutes. Both addresses are ours: `returnUrl` when the person has
 * done or left, `refreshUrl` when the page has expired. Errors: account_suspended, payments_unavailable.
 */
export async function startPayoutOnboarding(
  ctx: Context,
  owner: OwnerActor,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
): Promise<{ url: string }> {
  const account = await findOpenAccount(ctx.db, owner.accountId);
  const payoutAccountId = account.payoutAccountId ?? (await makePayoutAccount(ctx, owner));
  const page = answered(
    await ctx.payments.createPayoutPage({ payoutAccountId, returnUrl, refreshUrl }),
  );
  // Who never comes back from the page has perhaps finished it: the clock will ask.
  await updateAccount(ctx.db, account.id, { payoutCheckDueAt: visitCheckDueAt(ctx.now()) });
  return { url: page.url };
}

/** Whoever starts at the same time gets the same one: by the key, and by the account's row. */
async function makePayoutAccount(ctx: Context, owner: OwnerActor): Promise<string> {
  const { accountId, email } = owner;
  const made = await makeOnce(`account-${accountId}-payout`, (key) =>
    ctx.payments.createPayoutAccount({ accountId, email }, key),
  );
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const payoutAccount = await claimProviderId(tx, accountId, "payoutAccountId", made.id);
    if (!payoutAccount.isNew) return payoutAccount.id;
    await writeAudit(
      tx,
      {
        actor: owner,
        action: "account.payout_account_created",
        subjectKind: "account",
        subjectId: accountId,
        detail: { payout_account_id: payoutAccount.id },
      },
      now,
    );
    return payoutAccount.id;
  });
}
