/** Every kind of difference between the ledger and the provider: how it arises, and the finding. */
import { eq } from "drizzle-orm";
import { insertLedgerEntries } from "../../../db/queries/purchases/charged.ts";
import { providerTransactions, purchases } from "../../../db/schema/index.ts";
import type { PostingKind } from "../../../db/vocabulary/ledger.ts";
import type { FindingKind } from "../../../db/vocabulary/reconciliation.ts";
import { postingEntries } from "../../../market/purchase/ledger.ts";
import { movePurchase } from "../../../market/purchase/move-purchase.ts";
import { feeCents, type Money, priceCents, readRow, runClock } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { control, offSession, onboardedAccount, saveCard } from "../../support/stripe.ts";
import { end } from "../purchase/faults.ts";
import { bought, owed, transferred } from "./books.ts";

/** `purchaseId` null: the movement belongs to no purchase. */
type Seeded = { purchaseId: string | null; expectedCents: number; foundCents: number };
type Seed = (money: Money) => Promise<Seeded>;

const netCents = priceCents - feeCents;
const providerFeeCents = 59;
type Posted = { reference?: string; amountCents?: number };

async function post(money: Money, id: string, posting: PostingKind, posted: Posted = {}) {
  const row = await readRow(money.api, id);
  const { reference = "", ...amounts } = posted;
  const entries = postingEntries(posting, { ...row, ...amounts });
  const now = money.api.ctx.now();
  await insertLedgerEntries(money.api.db, row, { posting, entries, now, reference });
}

/** Creates a charge at the provider that no purchase requested. */
async function charge({ provider: { stripe } }: Money, given: object = {}): Promise<string> {
  const card = await saveCard(stripe);
  const asked = { ...offSession, ...card, amount: priceCents, ...given };
  const intent = await stripe.paymentIntents.create(asked);
  return String(intent.latest_charge);
}

/** A declined purchase that the ledger records as paid, by the given charge. */
async function capturedBy(money: Money, chargeOf: (id: string) => Promise<string>) {
  const id = await bought(money, "pm_card_chargeCustomerFail");
  const chargeId = await chargeOf(id);
  const now = money.api.ctx.now();
  const paid = { state: "in_escrow", chargeId, paidAt: now, releaseDueAt: now } as const;
  await money.api.db.update(purchases).set(paid).where(eq(purchases.id, id));
  await post(money, id, "captured");
  return id;
}

const named = (purchase_id: string) => ({ metadata: { purchase_id } });

async function recordTransfer(money: Money, id: string, transferId: string): Promise<void> {
  const row = await readRow(money.api, id);
  const now = money.api.ctx.now();
  const change = { transferId, transferredAt: now, settleDueAt: null };
  await movePurchase(money.api.db, row, change, { now, posting: "transferred" });
}

async function recordRefund(money: Money, id: string, refundId: string): Promise<void> {
  const row = await readRow(money.api, id);
  const now = money.api.ctx.now();
  const change = { refundId, refundPaidAt: now, settleDueAt: null };
  const booked = { now, posting: "refund_paid", reference: refundId } as const;
  await movePurchase(money.api.db, row, change, booked);
}

async function transferBy(money: Money, id: string, amount: number, destination?: string) {
  const { chargeId } = await readRow(money.api, id);
  const transfer = await money.provider.stripe.transfers.create({
    amount,
    currency: "usd",
    destination: destination ?? money.seller.payoutAccountId,
    source_transaction: String(chargeId),
    transfer_group: id,
    ...named(id),
  });
  return transfer.id;
}

async function movementOf(money: Money, id: string) {
  const { chargeId } = await readRow(money.api, id);
  const { stripe } = money.provider;
  const { data } = await stripe.balanceTransactions.list({ source: String(chargeId) });
  const [movement] = data;
  if (movement === undefined) throw new Error(`no movement of ${chargeId}`);
  return movement;
}

const found = (purchaseId: string | null, expectedCents: number, foundCents: number): Seeded => ({
  purchaseId,
  expectedCents,
  foundCents,
});

export const divergences: [kind: FindingKind, how: string, seed: Seed][] = [
  [
    "charge_unknown",
    "the provider charged a card for nothing of ours",
    async (money) => {
      await charge(money);
      return found(null, 0, priceCents);
    },
  ],
  [
    "charge_unknown",
    "the provider charged for a purchase that was given up",
    async (money) => {
      const id = await bought(money, "pm_card_chargeCustomerFail");
      await charge(money, named(id));
      return found(id, 0, priceCents);
    },
  ],
  [
    "charge_missing",
    "the ledger names a charge that the provider does not have",
    async (money) => found(await capturedBy(money, async () => "ch_nowhere"), priceCents, 0),
  ],
  [
    "charge_amount",
    "the provider charged less",
    async (money) => {
      const id = await capturedBy(money, (of) => charge(money, { ...named(of), amount: 900 }));
      return found(id, priceCents, 900);
    },
  ],
  [
    "charge_twice",
    "the provider charged once more",
    async (money) => {
      const id = await bought(money);
      await charge(money, named(id));
      return found(id, 0, priceCents);
    },
  ],
  [
    "wrong_currency",
    "the provider charged euros",
    async (money) => {
      const id = await capturedBy(money, (of) => charge(money, { ...named(of), currency: "eur" }));
      return found(id, priceCents, 0);
    },
  ],
  [
    "refund_unknown",
    "somebody refunded at the provider",
    async (money) => {
      const id = await bought(money);
      const { paymentIntentId } = await readRow(money.api, id);
      await money.provider.stripe.refunds.create({ payment_intent: String(paymentIntentId) });
      return found(id, 0, -priceCents);
    },
  ],
  [
    "refund_missing",
    "the ledger says paid back, the provider does not",
    async (money) => {
      const id = await owed(money);
      await recordRefund(money, id, "re_nowhere");
      return found(id, -priceCents, 0);
    },
  ],
  [
    "refund_amount",
    "the provider paid back a part",
    async (money) => {
      const id = await owed(money);
      const { paymentIntentId } = await readRow(money.api, id);
      const part = { payment_intent: String(paymentIntentId), amount: 400 };
      await recordRefund(money, id, (await money.provider.stripe.refunds.create(part)).id);
      return found(id, -priceCents, -400);
    },
  ],
  [
    "refund_failed",
    "a refund failed after it was booked as paid",
    async (money) => {
      const id = await owed(money, "pm_card_refundFail");
      await runClock(money.api, 1);
      const { refundId } = await readRow(money.api, id);
      const { refunds } = money.provider.stripe;
      await eventually(async () => (await refunds.retrieve(String(refundId))).status === "failed");
      return found(id, -priceCents, 0);
    },
  ],
  [
    "refund_failure_missing",
    "the ledger says that a refund failed, the provider that it was paid",
    async (money) => {
      const id = await owed(money);
      await runClock(money.api, 1);
      const { refundId } = await readRow(money.api, id);
      await post(money, id, "refund_failed", { reference: String(refundId) });
      return found(id, 0, -priceCents);
    },
  ],
  [
    "transfer_unknown",
    "the provider paid a seller, and the ledger does not say so",
    async (money) => {
      const id = await end(money, await bought(money), "released");
      await transferBy(money, id, netCents);
      return found(id, 0, -netCents);
    },
  ],
  [
    "transfer_missing",
    "the ledger says that a seller was paid, the provider does not",
    async (money) => {
      const id = await end(money, await bought(money), "released");
      await recordTransfer(money, id, `tr_nowhere`);
      return found(id, -netCents, 0);
    },
  ],
  [
    "transfer_amount",
    "the provider paid a seller less",
    async (money) => {
      const id = await end(money, await bought(money), "released");
      await recordTransfer(money, id, await transferBy(money, id, 900));
      return found(id, -netCents, -900);
    },
  ],
  [
    "transfer_twice",
    "the provider paid a seller once more",
    async (money) => {
      const id = await transferred(money);
      await transferBy(money, id, 30);
      return found(id, 0, -30);
    },
  ],
  [
    "transfer_destination",
    "the provider paid another account",
    async (money) => {
      const id = await end(money, await bought(money), "released");
      const other = await onboardedAccount(money.provider.stripe);
      await recordTransfer(money, id, await transferBy(money, id, netCents, other));
      return found(id, netCents, 0);
    },
  ],
  [
    "transfer_reversed",
    "somebody took a part of a transfer back at the provider",
    async (money) => {
      const id = await transferred(money);
      const { transferId } = await readRow(money.api, id);
      await money.provider.stripe.transfers.createReversal(String(transferId), { amount: 100 });
      return found(id, -netCents, 100 - netCents);
    },
  ],
  [
    "transfer_reversal_missing",
    "the ledger says that a transfer was taken back, the provider does not",
    async (money) => {
      const id = await transferred(money);
      await post(money, id, "transfer_reversed", { reference: "trr_nowhere", amountCents: 100 });
      return found(id, 100 - netCents, -netCents);
    },
  ],
  [
    "dispute_unknown",
    "a bank took money that the ledger still holds",
    async (money) => {
      const id = await bought(money);
      const { paymentIntentId: payment_intent } = await readRow(money.api, id);
      await control(money.provider.url, "_disputes", { payment_intent });
      return found(id, 0, -priceCents);
    },
  ],
  [
    "dispute_missing",
    "the ledger says that a bank took money, the provider does not",
    async (money) => {
      const id = await bought(money);
      const taken = { reference: "txn_nowhere", amountCents: priceCents };
      await post(money, id, "dispute_withdrawn", taken);
      return found(id, -priceCents, 0);
    },
  ],
  [
    "fee_amount",
    "another fee is posted than the provider kept",
    async (money) => {
      const id = await bought(money);
      const { id: reference, fee } = await movementOf(money, id);
      await post(money, id, "provider_fee", { reference, amountCents: fee + 1 });
      return found(id, providerFeeCents + 1, providerFeeCents);
    },
  ],
  [
    "fee_missing",
    "a fee is posted for a transaction that there is not",
    async (money) => {
      const id = await bought(money);
      await post(money, id, "provider_fee", { reference: "txn_none", amountCents: 7 });
      return found(id, 7, 0);
    },
  ],
  [
    "fee_unknown",
    "a fee is taken for posted, and is not",
    async (money) => {
      const id = await bought(money);
      const made = await movementOf(money, id);
      await money.api.db.insert(providerTransactions).values({
        id: made.id,
        movement: "charge",
        providerType: made.type,
        amountCents: made.amount,
        feeCents: made.fee,
        netCents: made.net,
        currency: made.currency,
        createdAt: new Date(made.created * 1000),
        objectId: String(made.source),
        purchaseId: id,
        isFeePosted: true,
      });
      return found(id, 0, providerFeeCents);
    },
  ],
];
