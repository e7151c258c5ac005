/** Starts the visit to the provider's page on which sellers enter their bank account. */

import { claimProviderId, updateAccount } from "../../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { findOpenAccount } from "../open-account.ts";
import { answered, makeOnce } from "../payment-answer.ts";
import { visitCheckDueAt } from "../rules.ts";

/**
 * Starts or continues the setup of the payout account. Send the browser to `url`, which works once and for
 * some minutes. Both addresses are ours: `returnUrl` for when the person has finished or left,
 * `refreshUrl` for when the page has expired. Errors: account_suspended, payments_unavailable.
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
  // If the person never returns, they may still have finished, so the clock asks later.
  await updateAccount(ctx.db, account.id, { payoutCheckDueAt: visitCheckDueAt(ctx.now()) });
  return { url: page.url };
}

/** Concurrent starts get the same account, by the idempotency key and the account's row. */
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
