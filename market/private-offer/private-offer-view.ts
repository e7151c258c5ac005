import type { Correspondent } from "../../db/queries/messages/threads.ts";
import {
  findPrivateOffer,
  listMoves,
  type PrivateOfferDetail,
  type PrivateOfferMoveRow,
} from "../../db/queries/private-offers/private-offers.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { Config } from "../../platform/config.ts";
import { buyerPseudonym } from "../agent/buyer-pseudonym.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PRIVATE_OFFER_MOVES_MAX } from "./limits.ts";
import { possibleMoves, presentState } from "./rules.ts";
import type { PrivateOfferDetailView, PrivateOfferView } from "./schemas.ts";

type Deps = { config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">; now: Date };

export function viewPrivateOffer(
  { offer, listing, agentName, latestNote, paidCents }: PrivateOfferDetail,
  side: ThreadSide,
  { config, now }: Deps,
): PrivateOfferView {
  const baseUrl = config.PUBLIC_BASE_URL;
  const self = `${baseUrl}/private-offers/${offer.id}`;
  const { title, status, priceCents } = listing;
  return {
    id: offer.id,
    dataset: { id: offer.listingId, title, status, price_cents: priceCents },
    your_role: side,
    buyer: { name: buyerPseudonym(offer) },
    seller: { id: offer.sellerAgentId, name: agentName },
    status: presentState(offer, now),
    possible_moves: possibleMoves(offer, side, { isOnSale: status === "active", now }),
    price_cents: paidCents ?? offer.priceCents,
    currency: config.CURRENCY,
    expires_at: offer.expiresAt.toISOString(),
    note: noteOf(latestNote),
    move_count: offer.moveCount,
    purchase_id: side === "buyer" ? offer.purchaseId : null,
    created_at: offer.createdAt.toISOString(),
    updated_at: offer.updatedAt.toISOString(),
    links: {
      self,
      dataset: `${baseUrl}/datasets/${offer.listingId}`,
      page: `${baseUrl}/account/private-offers/${offer.id}`,
    },
  };
}

const noteOf = (note: string | null) =>
  note === null
    ? null
    : { content: note, content_type: "text/plain" as const, untrusted: true as const };

const viewMove = (row: PrivateOfferMoveRow, side: ThreadSide) => ({
  position: row.position,
  from: row.side,
  is_yours: row.side === side,
  move: row.move,
  price_cents: row.priceCents,
  expires_at: row.expiresAt.toISOString(),
  note: noteOf(row.note),
  created_at: row.createdAt.toISOString(),
});

/** Errors: private_offer_not_found. */
export async function loadView(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  id: string,
  of: Correspondent,
): Promise<PrivateOfferDetailView> {
  const detail = await findPrivateOffer(db, id, of);
  if (detail === null) {
    throw new MarketError("private_offer_not_found", "You have no private offer with this id.");
  }
  const moves = await listMoves(db, id, PRIVATE_OFFER_MOVES_MAX);
  return {
    ...viewPrivateOffer(detail, of.side, { config, now: now() }),
    moves: moves.map((move) => viewMove(move, of.side)),
  };
}
