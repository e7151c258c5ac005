import { findOwnOfferSide } from "../../../db/queries/private-offers/private-offers.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import type { PrivateOfferMove, PrivateOfferState } from "../../../db/vocabulary/private-offer.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { getDataset } from "../../../market/catalogue/read.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { createPrivateOffer } from "../../../market/private-offer/create-private-offer.ts";
import { movePrivateOffer } from "../../../market/private-offer/move-private-offer.ts";
import type { PartyActor } from "../../../market/private-offer/party.ts";
import { getPrivateOffer, listOwnerPrivateOffers } from "../../../market/private-offer/read.ts";
import {
  counterBody,
  type PrivateOfferDetailView,
  privateOfferBody,
} from "../../../market/private-offer/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export type OfferedDataset = Pick<
  DatasetDetail,
  "id" | "title" | "seller" | "price_cents" | "currency"
>;

export type PrivateOffersWanted = PageWanted & { status: PrivateOfferState | undefined };

/** A form's input: the price is null if it is no amount. */
export type TermsInput = { price_cents: number | null; expires_in_hours: number; note?: string };

/** By which a seller names the buyer. */
export type BuyerAddress = { thread_id: string } | { request_id: string };

export function privateOfferUseCases(ctx: Context) {
  return {
    /** As a buyer, or of the account's seller agents; newest first. */
    listPrivateOffers: async (owner: OwnerActor, side: ThreadSide, wanted: PrivateOffersWanted) =>
      pageOf(await listOwnerPrivateOffers(ctx, owner, side, wanted)),
    getPrivateOffer: async (owner: OwnerActor, id: string): Promise<PrivateOfferDetailView> =>
      getPrivateOffer(ctx, await readerOf(ctx, owner, id), id),
    /** The dataset of a new offer. Errors: dataset_not_found. */
    getOfferedDataset: async (datasetId: string): Promise<OfferedDataset> =>
      (await getDataset(ctx, datasetId)).dataset,
    /** A buyer's, by the built-in key. */
    makePrivateOffer: async (owner: OwnerActor, datasetId: string, input: TermsInput) => {
      const body = parseForm(privateOfferBody, input);
      return createPrivateOffer(ctx, await actOnSite(ctx, owner), datasetId, body);
    },
    /** A seller's, by the dataset's agent, to the buyer of a thread or of an answered request. */
    offerToBuyer: async (
      to: { agentId: string; datasetId: string; buyer: BuyerAddress },
      input: TermsInput,
    ) => {
      const body = parseForm(privateOfferBody, { ...input, ...to.buyer });
      return createPrivateOffer(ctx, agentOf(to.agentId), to.datasetId, body);
    },
    movePrivateOffer: async (
      owner: OwnerActor,
      id: string,
      move: Exclude<PrivateOfferMove, "offer" | "counter">,
    ): Promise<void> => {
      await movePrivateOffer(ctx, await moverOf(ctx, owner, id), { id, move }, {});
    },
    counterPrivateOffer: async (owner: OwnerActor, id: string, input: TermsInput) => {
      const body = parseForm(counterBody, input);
      await movePrivateOffer(ctx, await moverOf(ctx, owner, id), { id, move: "counter" }, body);
    },
  };
}

/** Whether the agent may sell is checked against its row when it moves. */
const agentOf = (agentId: string): PartyActor => ({ kind: "agent", agentId, verified: true });

async function sideOf(ctx: Context, { accountId }: OwnerActor, id: string) {
  const side = await findOwnOfferSide(ctx.db, accountId, id);
  if (side !== null) return side;
  throw new MarketError("private_offer_not_found", "You have no such private offer.");
}

async function moverOf(ctx: Context, owner: OwnerActor, id: string): Promise<PartyActor> {
  const of = await sideOf(ctx, owner, id);
  return of.side === "seller" ? agentOf(of.agentId) : actOnSite(ctx, owner);
}

/** Reading needs no key, so it makes none. */
async function readerOf(ctx: Context, owner: OwnerActor, id: string): Promise<PartyActor> {
  const of = await sideOf(ctx, owner, id);
  if (of.side === "seller") return agentOf(of.agentId);
  return { kind: "operator", accountId: owner.accountId, apiKeyId: "" };
}
