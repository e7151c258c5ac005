/** Settles due purchases with the payment provider. */
import { claimDuePurchases, putOff } from "../../../db/queries/purchases/due-purchases.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Context } from "../../context.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { type SettleOutcome, untroubled } from "./outcome.ts";
import { type Settlement, settlementOf } from "./rules.ts";
import { settleAftermath } from "./settle-aftermath.ts";
import { settleEscrow } from "./settle-escrow.ts";
import { settlePayment } from "./settle-payment.ts";
import { settleRefund } from "./settle-refund.ts";
import { settleStray } from "./settle-stray.ts";
import { settleTransfer } from "./settle-transfer.ts";

/** How many purchases one process settles at once, so that a slow call delays only its own. */
const concurrency = 8;
const settlementsPerRunMax = 1000;

/** Troubles are logged, and their purchase is due again. */
type SettleDeps = { ctx: Context; log: Logger };

const settlers: Record<Settlement, (ctx: Context, due: PurchaseRow) => Promise<SettleOutcome>> = {
  payment: settlePayment,
  escrow: settleEscrow,
  transfer: settleTransfer,
  refund: settleRefund,
  aftermath: settleAftermath,
  stray: settleStray,
  none: async ({ db }, due) =>
    untroubled(await putOff(db, due, { dueAt: null, isKeySpent: false })),
};

/**
 * Settles all due purchases; returns how many it took. Each is claimed just before its turn, so that
 * its lease covers only its own calls.
 */
export async function settleDuePurchases(deps: SettleDeps): Promise<number> {
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

/** A failed purchase is due again when its lease ends, and does not delay the others. */
async function settle({ ctx, log }: SettleDeps, due: PurchaseRow): Promise<void> {
  const settlement = settlementOf(due);
  const about = { purchaseId: due.id, settlement };
  try {
    const { trouble } = await settlers[settlement](ctx, due);
    if (trouble === null) return;
    log[trouble.level]({ ...about, trouble: trouble.detail }, "a purchase is not settled yet");
  } catch (error) {
    log.error({ err: error, ...about }, "settling a purchase failed and will be retried");
  }
}
