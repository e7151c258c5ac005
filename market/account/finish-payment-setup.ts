import type { Database } from "../../db/client.ts";
import { type AccountRow, lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import {
  type CardRow,
  countCards,
  findPaymentSetup,
  insertCardOnce,
  lockCard,
  lockPaymentSetup,
  type PaymentSetupRow,
  updatePaymentSetup,
} from "../../db/queries/accounts/payment-methods.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor, SystemActor } from "../../db/vocabulary/actor.ts";
import type { Card, Setup } from "../../platform/payments/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PAYMENT_METHODS_PER_ACCOUNT_MAX } from "./limits.ts";
import { answered } from "./payment-answer.ts";
import { hasSetupLapsed, visitCheckDueAt } from "./rules.ts";

/**
 * added: the card can be used. open: the visit has not been finished. expired: it added no card.
 * finished: it had already ended. full: the account has too many cards.
 */
export type SetupOutcome =
  | { status: "added"; card: CardRow }
  | { status: "open" | "expired" | "finished" | "full" };

/**
 * Asks the provider how a visit to its page ended, and stores the new card; the first one becomes the
 * default. Safe to repeat, also concurrently by browser and clock. Errors:
 * payment_method_unknown (the owner has no such visit), payments_unavailable.
 */
export async function finishPaymentSetup(
  ctx: Context,
  actor: OwnerActor | SystemActor,
  setupId: string,
): Promise<SetupOutcome> {
  const seen = await findPaymentSetup(ctx.db, setupId);
  if (seen === null || (actor.kind === "owner" && seen.accountId !== actor.accountId)) {
    throw new MarketError("payment_method_unknown", "Your account has not started this visit.");
  }
  if (seen.endedAt !== null) return { status: "finished" };
  const answer = await ctx.payments.readSetup(setupId);
  const setup: Setup =
    answer.kind === "missing" ? { id: setupId, status: "expired", card: null } : answered(answer);
  const outcome = await record(ctx, actor, seen, setup);
  if (outcome.status === "full" && setup.card !== null)
    await ctx.payments.detachCard(setup.card.id);
  return outcome;
}

async function record(
  ctx: Context,
  actor: OwnerActor | SystemActor,
  seen: PaymentSetupRow,
  setup: Setup,
): Promise<SetupOutcome> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, seen.accountId);
    const row = await lockPaymentSetup(tx, seen.id);
    if (account === null || row === null) throw new Error(`the visit ${seen.id} lost its account`);
    if (row.endedAt !== null) return { status: "finished" };
    if (setup.status === "open" && !hasSetupLapsed(row.startedAt, now)) {
      // Keeps a due time that a webhook has set meanwhile.
      const isDueAnew = row.checkDueAt?.getTime() !== seen.checkDueAt?.getTime();
      if (!isDueAnew) await updatePaymentSetup(tx, row.id, { checkDueAt: visitCheckDueAt(now) });
      return { status: "open" };
    }
    await updatePaymentSetup(tx, row.id, { endedAt: now, checkDueAt: null });
    const { card } = setup;
    if (setup.status !== "complete" || card === null) return { status: "expired" };
    // A card of another customer could never be charged for this account.
    if (card.customerId !== account.customerId) return { status: "expired" };
    if ((await countCards(tx, account.id)) >= PAYMENT_METHODS_PER_ACCOUNT_MAX) {
      return { status: "full" };
    }
    return { status: "added", card: await keepCard(tx, { actor, account, card, now }) };
  });
}

type NewCard = { actor: OwnerActor | SystemActor; account: AccountRow; card: Card; now: Date };

async function keepCard(tx: Database, { actor, account, card, now }: NewCard): Promise<CardRow> {
  const { id, brand, last4 } = card;
  const values = { ...card, accountId: account.id, addedAt: now };
  const row = (await insertCardOnce(tx, values)) ?? (await lockCard(tx, account.id, id));
  if (row === null) throw new Error(`the card ${id} belongs to another account`);
  const isDefault = account.defaultPaymentMethodId === null && row.removedAt === null;
  if (isDefault) await updateAccount(tx, account.id, { defaultPaymentMethodId: id });
  await writeAudit(
    tx,
    {
      actor,
      action: "account.payment_method_added",
      subjectKind: "account",
      subjectId: account.id,
      detail: { payment_method_id: id, brand, last4, is_default: isDefault },
    },
    now,
  );
  return row;
}
