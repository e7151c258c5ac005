/** What the clock does for purchases: settles what is due, ends what has waited long enough. */
import { claimDuePurchases, putOff } from "../../db/queries/purchases/due-purchases.ts";
import { deletePaymentEvents } from "../../db/queries/purchases/payment-events.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Context } from "../../market/context.ts";
import { SETTLE_LEASE_SECONDS } from "../../market/limits.ts";
import { republishPurchaseMails } from "../../market/purchase/republish-purchase-mails.ts";
import { type SettleOutcome, untroubled } from "../../market/purchase/settlement/outcome.ts";
import { refundStaleDisputes } from "../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../market/purchase/settlement/release-due-purchases.ts";
import { type Settlement, settlementOf } from "../../market/purchase/settlement/rules.ts";
import { settleEscrow } from "../../market/purchase/settlement/settle-escrow.ts";
import { settlePayment } from "../../market/purchase/settlement/settle-payment.ts";
import { settleRefund } from "../../market/purchase/settlement/settle-refund.ts";
import { settleTransfer } from "../../market/purchase/settlement/settle-transfer.ts";
import { dayMs, hourSeconds } from "../../platform/time.ts";
import type { ClockDeps, ClockTask } from "./clock.ts";

const rowsPerRunMax = 100;
/** How many purchases a process drives at once: one that the provider keeps waiting is one of them. */
const concurrency = 8;
const settlementsPerRunMax = 1000;
const eventsKeptDays = 90;
const eventsPerRunMax = 5000;

type Deps = Pick<ClockDeps, "ctx" | "log">;

export const purchaseClockTasks: ClockTask[] = [
  { name: "settle_purchases", everySeconds: 1, run: settleDuePurchases },
  {
    name: "release_escrows",
    everySeconds: 5,
    run: ({ ctx }) => releaseDuePurchases(ctx, { rowsMax: rowsPerRunMax }),
  },
  {
    name: "refund_stale_disputes",
    everySeconds: 60,
    run: ({ ctx }) => refundStaleDisputes(ctx, { rowsMax: rowsPerRunMax }),
  },
  {
    name: "republish_purchase_mails",
    everySeconds: 60,
    run: ({ ctx }) => republishPurchaseMails(ctx, { rowsMax: rowsPerRunMax }),
  },
  { name: "purge_payment_events", everySeconds: hourSeconds, run: purgePaymentEvents },
];

const settlers: Record<Settlement, (ctx: Context, due: PurchaseRow) => Promise<SettleOutcome>> = {
  payment: settlePayment,
  escrow: settleEscrow,
  transfer: settleTransfer,
  refund: settleRefund,
  none: async ({ db }, due) =>
    untroubled(await putOff(db, due, { dueAt: null, isKeySpent: false })),
};

/**
 * Brings all due purchases on with the payment provider; returns how many it took. Each is claimed
 * when its turn comes, so that its lease covers its calls alone.
 */
export async function settleDuePurchases(deps: Deps): Promise<number> {
  const first = await claimOne(deps.ctx);
  if (first === null) return 0;
  let taken = 0;
  const drive = async (claimed: PurchaseRow | null): Promise<void> => {
    let due = claimed;
    while (due !== null) {
      taken += 1;
      await settle(deps, due);
      due = taken < settlementsPerRunMax ? await claimOne(deps.ctx) : null;
    }
  };
  const others = Array.from({ length: concurrency - 1 }, async () => {
    await drive(await claimOne(deps.ctx));
  });
  await Promise.all([drive(first), ...others]);
  return taken;
}

async function claimOne({ db, now: clock }: Context): Promise<PurchaseRow | null> {
  const now = clock();
  const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
  const [due] = await claimDuePurchases(db, { now, leaseUntil, rowsMax: 1 });
  return due ?? null;
}

/** One that fails is due again when its lease ends, and keeps no other waiting. */
async function settle({ ctx, log }: Deps, due: PurchaseRow): Promise<void> {
  const settlement = settlementOf(due);
  const about = { purchaseId: due.id, settlement };
  try {
    const { trouble } = await settlers[settlement](ctx, due);
    if (trouble === null) return;
    log[trouble.level]({ ...about, trouble: trouble.detail }, "a purchase is not settled yet");
  } catch (error) {
    log.error({ err: error, ...about }, "a purchase failed to be settled; it is due again");
  }
}

async function purgePaymentEvents({ ctx }: Pick<Deps, "ctx">): Promise<number> {
  const before = new Date(ctx.now().getTime() - eventsKeptDays * dayMs);
  return deletePaymentEvents(ctx.db, { before, rowsMax: eventsPerRunMax });
}
