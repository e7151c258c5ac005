/** Writes a move of a locked offer: its row, its audit row, the other side's event and mail. */
import type { Database } from "../../db/client.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import {
  insertMove,
  type PrivateOfferRow,
  updatePrivateOffer,
} from "../../db/queries/private-offers/private-offers.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { PrivateOfferMove } from "../../db/vocabulary/private-offer.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { PartyActor } from "./party.ts";
import { otherSide } from "./rules.ts";

type Move = {
  actor: PartyActor;
  accountId: string;
  side: ThreadSide;
  move: PrivateOfferMove;
  note: string | undefined;
  sellerAccountId: string | null;
  currency: string;
  now: Date;
};

/** `offer` is the row after the move, with the number of moves before it. */
export async function recordMove(
  tx: Database,
  offer: PrivateOfferRow,
  { actor, accountId, side, move, note, sellerAccountId, currency, now }: Move,
): Promise<void> {
  const { id, state, turn, priceCents, expiresAt, listingId } = offer;
  const position = offer.moveCount + 1;
  const terms = { priceCents, expiresAt };
  await updatePrivateOffer(tx, id, {
    ...{ state, turn, ...terms },
    moveCount: position,
    expiryDueAt: state === "open" || state === "accepted" ? expiresAt : null,
    updatedAt: now,
  });
  const row = { privateOfferId: id, position, side, accountId, move, ...terms };
  await insertMove(tx, { ...row, note: note ?? null, createdAt: now });
  const audited = {
    actor,
    action: `private_offer.${actions[move]}`,
    subjectKind: "private_offer",
    subjectId: id,
    detail: { listing_id: listingId, price_cents: priceCents, position },
  } as const;
  await writeAudit(tx, audited, now);
  const recipient = otherSide[side];
  const to: Principal[] =
    recipient === "buyer"
      ? [{ kind: "account", id: offer.buyerAccountId }]
      : sellerPrincipals(offer.sellerAgentId, sellerAccountId);
  const data = {
    private_offer_id: id,
    dataset_id: listingId,
    your_role: recipient,
    move,
    price_cents: priceCents,
    currency,
    expires_at: expiresAt.toISOString(),
  };
  await emitEvent(tx, { type: "private_offer.moved", to, subjectId: id, data }, now);
  const payload = { template: "private_offer", private_offer_id: id, position } as const;
  await enqueueJob(tx, "jobs.mail", { ...payload, side: recipient }, now);
}

const actions: Record<PrivateOfferMove, string> = {
  offer: "made",
  counter: "countered",
  accept: "accepted",
  decline: "declined",
  withdraw: "withdrawn",
};
