import type { Correspondent } from "../../db/queries/messages/threads.ts";
import {
  type PrivateOfferDetail,
  pagePrivateOffers,
} from "../../db/queries/private-offers/private-offers.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { PrivateOfferState } from "../../db/vocabulary/private-offer.ts";
import type { Context } from "../context.ts";
import { idShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import { type PartyActor, partyOf } from "./party.ts";
import { loadView, viewPrivateOffer } from "./private-offer-view.ts";
import type { PrivateOfferDetailView, PrivateOffersQuery } from "./schemas.ts";

/** The caller's, newest first. Errors: invalid_request (a foreign cursor). */
export async function listPrivateOffers(
  ctx: Context,
  actor: PartyActor,
  { status, ...page }: PrivateOffersQuery,
) {
  const of = partyOf(actor);
  const deps = { config: ctx.config, now: ctx.now() };
  const list = {
    name: `private offers ${status ?? ""}`,
    shape: idShape,
    keyOf: ({ offer }: PrivateOfferDetail) => offer.id,
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pagePrivateOffers(ctx.db, of, { status, now: deps.now }, slice),
  );
  return { items: rows.map((row) => viewPrivateOffer(row, of.side, deps)), pagination };
}

/** Errors: private_offer_not_found. */
export function getPrivateOffer(
  ctx: Context,
  actor: PartyActor,
  id: string,
): Promise<PrivateOfferDetailView> {
  return loadView(ctx, id, partyOf(actor));
}

type OwnerPage = { limit: number; offset: number; status?: PrivateOfferState | undefined };

/** The person's as a buyer, or those of all the account's agents; newest first. */
export async function listOwnerPrivateOffers(
  ctx: Context,
  { accountId }: OwnerActor,
  side: ThreadSide,
  { status, ...page }: OwnerPage,
) {
  const of: Extract<Correspondent, { side: "buyer" }> | { side: "agents"; accountId: string } =
    side === "buyer" ? { side, accountId } : { side: "agents", accountId };
  const deps = { config: ctx.config, now: ctx.now() };
  const { rows, total } = await pagePrivateOffers(ctx.db, of, { status, now: deps.now }, page);
  return {
    items: rows.map((row) => viewPrivateOffer(row, side, deps)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
