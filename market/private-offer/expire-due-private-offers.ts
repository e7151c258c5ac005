import type { Database } from "../../db/client.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import {
  lockExpiredOffer,
  updatePrivateOffer,
} from "../../db/queries/private-offers/private-offers.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { hourMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { emitEvent } from "../event/emit-event.ts";

const clock: SystemActor = { kind: "system", name: "clock" };

/**
 * Tells both sides of offers that expired unused; returns how many were handled. Nobody could use them
 * since `expires_at`. Any number of processes may run it: each row ends once, in its own transaction.
 */
export async function expireDuePrivateOffers(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  let handled = 0;
  while (handled < rowsMax && (await expireNext(ctx))) handled += 1;
  return handled;
}

function expireNext(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const offer = await lockExpiredOffer(tx, now);
    if (offer === null) return false;
    // A pending payment may still fail, which gives the offer back.
    const expiryDueAt = offer.isPending ? new Date(now.getTime() + hourMs) : null;
    await updatePrivateOffer(tx, offer.id, { expiryDueAt });
    if (offer.purchaseId === null) await report(tx, ctx.config.CURRENCY, offer, now);
    return true;
  });
}

type Expired = NonNullable<Awaited<ReturnType<typeof lockExpiredOffer>>>;

async function report(tx: Database, currency: string, offer: Expired, now: Date): Promise<void> {
  const { id, listingId, priceCents, moveCount } = offer;
  const audited = {
    actor: clock,
    action: "private_offer.expired",
    subjectKind: "private_offer",
    subjectId: id,
    detail: { listing_id: listingId, price_cents: priceCents, position: moveCount },
  } as const;
  await writeAudit(tx, audited, now);
  const told = { private_offer_id: id, dataset_id: listingId, price_cents: priceCents, currency };
  const to: Record<"buyer" | "seller", Principal[]> = {
    buyer: [{ kind: "account", id: offer.buyerAccountId }],
    seller: sellerPrincipals(offer.sellerAgentId, offer.sellerAccountId),
  };
  for (const side of ["buyer", "seller"] as const) {
    const data = { ...told, your_role: side };
    const event = { type: "private_offer.expired", to: to[side], subjectId: id, data } as const;
    await emitEvent(tx, event, now);
    const payload = {
      template: "private_offer",
      private_offer_id: id,
      position: moveCount,
    } as const;
    await enqueueJob(tx, "jobs.mail", { ...payload, side, expired: true }, now);
  }
}
