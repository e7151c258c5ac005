/** Settles due purchases and purses with the payment provider. */
import {
  type ChargedRow,
  claimDuePurchases,
  claimDuePurses,
  isPurse,
  type PurseRow,
  putOff,
} from "../../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Context } from "../../context.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { type SettleOutcome, untroubled } from "./outcome.ts";
import { type PurseSettlement, purseSettlementOf, type Settlement, settlementOf } from "./rules.ts";
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

const purseSettlers: Record<
  PurseSettlement,
  (ctx: Context, due: PurseRow) => Promise<SettleOutcome<PurseRow>>
> = {
  payment: settlePayment,
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
export function settleDuePurchases(deps: SettleDeps): Promise<number> {
  return settleDue(deps, {
    claim: claimDuePurchases,
    settle: (ctx, due) => {
      const settlement = settlementOf(due);
      return { settlement, outcome: settlers[settlement](ctx, due) };
    },
  });
}

/** The same for purses. */
export function settleDuePurses(deps: SettleDeps): Promise<number> {
  return settleDue(deps, {
    claim: claimDuePurses,
    settle: (ctx, due) => {
      const settlement = purseSettlementOf(due);
      return { settlement, outcome: purseSettlers[settlement](ctx, due) };
    },
  });
}

type Driver<R extends ChargedRow> = {
  claim: (
    db: Context["db"],
    claim: { now: Date; leaseUntil: Date; rowsMax: number },
  ) => Promise<R[]>;
  settle: (ctx: Context, due: R) => { settlement: string; outcome: Promise<SettleOutcome<R>> };
};

async function settleDue<R extends ChargedRow>(
  deps: SettleDeps,
  driver: Driver<R>,
): Promise<number> {
  const first = await claimOne(deps.ctx, driver);
  if (first === null) return 0;
  let taken = 0;
  const drive = async (claimed: R | null): Promise<void> => {
    let due = claimed;
    while (due !== null) {
      taken += 1;
      await settle(deps, driver, due);
      due = taken < settlementsPerRunMax ? await claimOne(deps.ctx, driver) : null;
    }
  };
  const others = Array.from({ length: concurrency - 1 }, async () => {
    await drive(await claimOne(deps.ctx, driver));
  });
  await Promise.all([drive(first), ...others]);
  return taken;
}

async function claimOne<R extends ChargedRow>(
  { db, now: clock }: Context,
  { claim }: Driver<R>,
): Promise<R | null> {
  const now = clock();
  const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
  const [due] = await claim(db, { now, leaseUntil, rowsMax: 1 });
  return due ?? null;
}

/** A failed purchase is due again when its lease ends, and does not delay the others. */
async function settle<R extends ChargedRow>(
  { ctx, log }: SettleDeps,
  driver: Driver<R>,
  due: R,
): Promise<void> {
  const { settlement, outcome } = driver.settle(ctx, due);
  const about = { [isPurse(due) ? "purseId" : "purchaseId"]: due.id, settlement };
  try {
    const { trouble } = await outcome;
    if (trouble === null) return;
    log[trouble.level]({ ...about, trouble: trouble.detail }, "a purchase is not settled yet");
  } catch (error) {
    log.error({ err: error, ...about }, "settling a purchase failed and will be retried");
  }
}
