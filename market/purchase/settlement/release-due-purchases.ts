import type { Database } from "../../../db/client.ts";
import { findDueReleases, lockDueRelease } from "../../../db/queries/purchases/deliveries.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { minuteMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { refundUndeliverable } from "../delivery/paid-delivery.ts";
import { RELEASE_HELD_MINUTES } from "../limits.ts";
import { movePurchase } from "../move-purchase.ts";
import { eachDue } from "./each-due.ts";
import { refundToBuyer, releaseToSeller } from "./end-escrow.ts";
import { lookerBeforeRelease } from "./look-before-release.ts";
import { evaluatePeriod, readPeriodOutcome } from "./period-outcome.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/**
 * Ends escrow after `ESCROW_DAYS` without a dispute; returns how many. Any number of processes may run it
 * at once. Money of suspended sellers stays in escrow. A file that its buyer never downloaded is checked
 * first: if it is lost, the buyer is refunded; if the store cannot tell, the release is postponed. A
 * subscription's period without an update is refunded.
 */
export async function releaseDuePurchases(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const due = await findDueReleases(ctx.db, { now, rowsMax });
  const look = lookerBeforeRelease(ctx);
  return await eachDue(due, async (purchaseId) => {
    const looked = await look(purchaseId);
    if (looked.kind === "fault") {
      const { state } = await refundUndeliverable(ctx, purchaseId, looked.fault);
      // A trial whose price was counted towards the whole file's is released all the same.
      if (state !== "in_escrow") return state === "refunded";
    }
    return await ctx.db.transaction(async (tx) => {
      const purchase = await lockDueRelease(tx, purchaseId, now);
      if (purchase === null) return false;
      const outcome = await readPeriodOutcome(tx, ctx.config, purchase);
      const { periodEndsAt } = purchase;
      if (outcome.kind === "no_update" && periodEndsAt !== null && periodEndsAt > now) {
        await movePurchase(tx, purchase, { releaseDueAt: periodEndsAt }, { now });
        return false;
      }
      if (outcome.kind === "no_update") {
        await refundToBuyer(tx, purchase, { actor, cause: "no_update", now });
        return true;
      }
      if (outcome.kind === "update" && purchase.acceptance === "pending") {
        // The subscription ended before its subscriber was notified of the version.
        await evaluatePeriod(tx, purchase, outcome.latest, now);
        return false;
      }
      if (outcome.kind === "update" && outcome.releaseDueAt > now) {
        await movePurchase(tx, purchase, { releaseDueAt: outcome.releaseDueAt }, { now });
        return false;
      }
      if (looked.kind === "unknown") return await hold(tx, purchase, { now, ...looked });
      const cause = purchase.acceptance === "passed" ? "acceptance_passed" : "escrow_ended";
      await releaseToSeller(tx, purchase, { actor, cause, now });
      return true;
    });
  });
}

/** Postpones a release, so that other due ones come first. */
async function hold(
  tx: Database,
  purchase: PurchaseRow,
  { now, detail }: { now: Date; detail: string },
): Promise<false> {
  const until = new Date(now.getTime() + RELEASE_HELD_MINUTES * minuteMs);
  await movePurchase(tx, purchase, { releaseHeldUntil: until }, { now });
  const because = { because: detail, until: until.toISOString() };
  const step = { actor, action: "purchase.release_held", detail: because } as const;
  await auditPurchase(tx, purchase.id, step, now);
  return false;
}
