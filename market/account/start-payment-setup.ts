import { claimProviderId } from "../../db/queries/accounts/accounts.ts";
import { countCards, insertPaymentSetup } from "../../db/queries/accounts/payment-methods.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PAYMENT_METHODS_PER_ACCOUNT_MAX } from "./limits.ts";
import { findOpenAccount } from "./open-account.ts";
import { answered, makeOnce } from "./payment-answer.ts";
import { visitCheckDueAt } from "./rules.ts";

export type ReturnAddresses = {
  /** Where the browser returns to; `{CHECKOUT_SESSION_ID}` in it becomes the visit's id. */
  successUrl: string;
  cancelUrl: string;
};

/**
 * Starts a visit to the provider's page that adds a card. Send the browser to `url`, and pass the returned
 * id to `finishPaymentSetup`. The visit is recorded before the browser leaves.
 * Errors: account_suspended, limit_reached, payments_unavailable.
 */
export async function startPaymentSetup(
  ctx: Context,
  owner: OwnerActor,
  { successUrl, cancelUrl }: ReturnAddresses,
): Promise<{ setupId: string; url: string }> {
  const account = await findOpenAccount(ctx.db, owner.accountId);
  if ((await countCards(ctx.db, account.id)) >= PAYMENT_METHODS_PER_ACCOUNT_MAX) {
    throw new MarketError(
      "limit_reached",
      `An account can have ${PAYMENT_METHODS_PER_ACCOUNT_MAX} cards: remove one first.`,
    );
  }
  const customerId = account.customerId ?? (await makeCustomer(ctx, owner));
  const currency = ctx.config.CURRENCY;
  const page = answered(
    await ctx.payments.createSetup({ customerId, currency, successUrl, cancelUrl }),
  );
  const startedAt = ctx.now();
  const checkDueAt = visitCheckDueAt(startedAt);
  await insertPaymentSetup(ctx.db, { id: page.id, accountId: account.id, startedAt, checkDueAt });
  return { setupId: page.id, url: page.url };
}

/** Concurrent starts get the same customer, by the idempotency key and the account's row. */
async function makeCustomer(ctx: Context, owner: OwnerActor): Promise<string> {
  const { accountId, email } = owner;
  const made = await makeOnce(`account-${accountId}-customer`, (key) =>
    ctx.payments.createCustomer({ accountId, email }, key),
  );
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const customer = await claimProviderId(tx, accountId, "customerId", made.id);
    if (!customer.isNew) return customer.id;
    await writeAudit(
      tx,
      {
        actor: owner,
        action: "account.customer_created",
        subjectKind: "account",
        subjectId: accountId,
        detail: { customer_id: customer.id },
      },
      now,
    );
    return customer.id;
  });
}
