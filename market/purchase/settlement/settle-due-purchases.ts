/** Brings purchases on with the payment provider, each by the step that it is due for. */
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

/** How many purchases a process drives at once: one that the provider keeps waiting is one of them. */
const concurrency = 8;
const settlementsPerRunMax = 1000;

/** Troubles are logged: each purchase is due again. */
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
 * Brings all due purchases on with the payment provider; returns how many it took. Each is claimed
 * when its turn comes, so that its lease covers its calls alone.
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

/** One that fails is due again when its lease ends, and keeps no other waiting. */
async function settle({ ctx, log }: SettleDeps, due: PurchaseRow): Promise<void> {
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
