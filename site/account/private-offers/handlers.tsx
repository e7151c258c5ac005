import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import { type PrivateOfferMove, privateOfferStates } from "../../../db/vocabulary/private-offer.ts";
import { MarketError } from "../../../market/errors.ts";
import { keptFormRefusal } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Act, Show } from "../handle.tsx";
import { paths } from "../paths.ts";
import { PrivateOfferPage } from "./detail-page.tsx";
import { emptyTerms, readTerms, type TermsDraft, termsInput } from "./form.tsx";
import { PrivateOffersPage } from "./list-page.tsx";
import { NewPrivateOfferPage, type OfferTarget } from "./new-page.tsx";
import type { BuyerAddress } from "./use-cases.ts";

/** GET /account/private-offers and /account/private-offers/selling */
const showList =
  (side: ThreadSide): Show =>
  async (ctx, { owner, frame, url }) => {
    const given = url.searchParams.get("status");
    const status = privateOfferStates.find((state) => state === given);
    const wanted = { ...pageWanted(url), status };
    const page = await ctx.account.listPrivateOffers(owner, side, wanted);
    return privatePage(<PrivateOffersPage {...{ frame, side, wanted, page }} />);
  };
export const showPrivateOffers = showList("buyer");
export const showPrivateSales = showList("seller");

type Again = { draft: TermsDraft; status?: number; headers?: [string, string][] };

const draftOf = ({ kept }: AccountRequest): TermsDraft =>
  kept === null ? emptyTerms : readTerms(kept);

/** GET /account/private-offers/{id} */
export async function showPrivateOffer(ctx: AccountContext, page: AccountRequest) {
  return offerPage(ctx, page, { draft: draftOf(page) });
}

async function offerPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const offer = await ctx.account.getPrivateOffer(page.owner, offerId(page));
  return privatePage(<PrivateOfferPage frame={page.frame} {...{ offer, draft }} />, answer);
}

/** POST /account/private-offers/{id}/accept, decline or withdraw */
const move =
  (kind: Exclude<PrivateOfferMove, "offer" | "counter">, notice: NoticeCode): Act =>
  async (ctx, page) => {
    const id = offerId(page);
    await ctx.account.movePrivateOffer(page.owner, id, kind);
    return redirectTo(withNotice(`${paths.privateOffers}/${id}`, notice));
  };
export const acceptPrivateOffer = move("accept", "private_offer_accepted");
export const declinePrivateOffer = move("decline", "private_offer_declined");
export const withdrawPrivateOffer = move("withdraw", "private_offer_withdrawn");

/** POST /account/private-offers/{id}/counter */
export const counterPrivateOffer: Act = (ctx, page, form) => {
  const id = offerId(page);
  return send(form, {
    to: async (draft) => {
      await ctx.account.counterPrivateOffer(page.owner, id, termsInput(draft));
      return { id };
    },
    showAgain: (again) => offerPage(ctx, page, again),
  });
};

/** GET /account/private-offers/new/{dataset} */
export const showNewPrivateOffer: Show = (ctx, page) =>
  newPage(ctx, page, { draft: draftOf(page) });

/** POST /account/private-offers/new/{dataset} */
export const makePrivateOffer: Act = (ctx, page, form) =>
  send(form, {
    to: (draft) => ctx.account.makePrivateOffer(page.owner, datasetId(page), termsInput(draft)),
    showAgain: (again) => newPage(ctx, page, again),
  });

async function newPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const dataset = await ctx.account.getOfferedDataset(datasetId(page));
  const { frame } = page;
  return privatePage(<NewPrivateOfferPage {...{ frame, dataset, draft }} to={null} />, answer);
}

/** The buyer of a seller's offer, and the dataset. */
type Target = OfferTarget & { agentId: string; datasetId: string; buyer: BuyerAddress };
type FindTarget = (ctx: AccountContext, page: AccountRequest) => Promise<Target>;

const showTargeted =
  (find: FindTarget): Show =>
  async (ctx, page) =>
    targetPage(ctx, page, await find(ctx, page), { draft: draftOf(page) });

const makeTargeted =
  (find: FindTarget): Act =>
  async (ctx, page, form) => {
    const to = await find(ctx, page);
    return send(form, {
      to: (draft) => ctx.account.offerToBuyer(to, termsInput(draft)),
      showAgain: (again) => targetPage(ctx, page, to, again),
    });
  };

/** GET and POST /account/private-offers/to/{thread}: for the thread's dataset. */
export const showOfferToBuyer = showTargeted(buyerOfThread);
export const offerToBuyer = makeTargeted(buyerOfThread);

/** GET and POST /account/private-offers/for/{answer}: for the answer's dataset. */
export const showOfferForRequest = showTargeted(buyerOfRequest);
export const offerForRequest = makeTargeted(buyerOfRequest);

async function targetPage(
  ctx: AccountContext,
  { frame }: AccountRequest,
  to: Target,
  { draft, ...answer }: Again,
): Promise<Response> {
  const dataset = await ctx.account.getOfferedDataset(to.datasetId);
  return privatePage(<NewPrivateOfferPage {...{ frame, dataset, to, draft }} />, answer);
}

async function buyerOfThread(ctx: AccountContext, page: AccountRequest): Promise<Target> {
  const id = idOf(page, "thread_not_found", "You have no such thread.");
  const { thread } = await ctx.account.getThread(page.owner, id, { limit: 1, offset: 0 });
  if (thread.your_role !== "seller") {
    throw new MarketError("thread_not_found", "You sell nothing in this thread.");
  }
  return {
    agentId: thread.seller.id,
    datasetId: thread.dataset.id,
    buyer: { thread_id: id },
    buyerName: thread.buyer.name,
    action: `${paths.privateOffers}/to/${id}`,
    up: { href: `/account/messages/${id}`, label: "The thread" },
  };
}

async function buyerOfRequest(ctx: AccountContext, page: AccountRequest): Promise<Target> {
  const id = idOf(page, "data_request_answer_not_found", "Your agents gave no such answer.");
  const { request, seller, dataset } = await ctx.account.getAgentsAnswer(page.owner, id);
  if (dataset === null) {
    throw new MarketError("dataset_not_available", "The dataset of this answer is not on sale.");
  }
  return {
    agentId: seller.id,
    datasetId: dataset.id,
    buyer: { request_id: request.id },
    buyerName: "the buyer who requested it",
    action: `${paths.privateOffers}/for/${id}`,
    up: { href: paths.answers, label: "Offers" },
  };
}

type Sending = {
  to: (draft: TermsDraft) => Promise<{ id: string }>;
  /** Shows the page again, with the input in its form. */
  showAgain: (again: Again) => Promise<Response>;
};

async function send(form: URLSearchParams, { to, showAgain }: Sending): Promise<Response> {
  const draft = readTerms(form);
  try {
    const { id } = await to(draft);
    return redirectTo(withNotice(`${paths.privateOffers}/${id}`, "private_offer_sent"));
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    return showAgain({ draft: { ...draft, errors }, status, headers });
  }
}

function offerId(page: AccountRequest): string {
  return idOf(page, "private_offer_not_found", "You have no such private offer.");
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset has this id.");
}
