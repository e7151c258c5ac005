/** Bidding on the website, and paying for an auction that was won or an offer that was made. */
import { offerBody } from "../../market/auction/offer-schemas.ts";
import { MarketError } from "../../market/errors.ts";
import { refusalOf } from "../../market/refusal.ts";
import type { AccountContext } from "../account/context.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { paths } from "../account/paths.ts";
import { parseAmountCents } from "../kit/amount.ts";
import { parseForm } from "../kit/form.ts";
import { idOf } from "../kit/ids.ts";
import { withNotice } from "../kit/notices.ts";
import { privatePage, redirectTo } from "../kit/respond.ts";
import { atTermsFields, choiceOf, noTerms, readTermsForm } from "../kit/terms-form.ts";
import { type BidForm, BidPage } from "./bid-page.tsx";
import type { BuyForm } from "./buy-page.tsx";
import { termsKept } from "./fields.tsx";
import { OfferPage } from "./offer-page.tsx";
import { openAndCharge } from "./open-and-charge.ts";
import { bidPath } from "./paths.ts";
import { payRefusal } from "./refusals.ts";

type Answer = { status: number; headers: [string, string][] };
const emptyForm: BidForm = {
  amount: "",
  acceptance: noTerms,
  errors: {},
  asksForDuplicate: false,
  allowsDuplicate: false,
  confirmCents: null,
};
const untouchedForm: BuyForm = {
  cardId: "",
  errors: {},
  asksForDuplicate: false,
  isOverLimit: false,
};
const ok: Answer = { status: 200, headers: [] };

/** GET /datasets/{id}/bid */
export function showBid(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return bidPage(ctx, page, { ...emptyForm, ...termsKept(page) }, ok);
}

async function bidPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: BidForm,
  answer: Answer,
): Promise<Response> {
  const bidding = await ctx.account.readBidding(page.owner, datasetId(page));
  const { frame } = page;
  const html = <BidPage {...{ frame, bidding, form }} />;
  return privatePage(html, {
    ...answer,
    formOrigins: ctx.hostedOrigins,
  });
}

/** POST /account/datasets/{id}/bid: if posted twice, it places one bid. */
export async function bidOnDataset(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = datasetId(page);
  const amount = form.get("max_amount") ?? "";
  const allowsDuplicate = form.get("allow_duplicate") === "true";
  const acceptance = readTermsForm(form);
  const posted = { owner: page.owner, path: page.url.pathname, form };
  try {
    const terms = choiceOf(acceptance);
    const bid = {
      ...readMaximum(amount, form.get("confirm_max_amount_cents")),
      allow_duplicate: allowsDuplicate,
      ...(terms && { acceptance: terms }),
    };
    const refusal = await refusalOf(ctx.account.checkOrder(page.owner, id, bid));
    return await ctx.actOnce(posted, async (account) => {
      if (refusal !== null) throw refusal;
      await account.bidOnDataset(page.owner, id, bid);
      return redirectTo(withNotice(bidPath(id), "bid_placed"));
    });
  } catch (error) {
    const placed = atTermsFields(error, acceptance);
    const { errors: faults, asksForDuplicate, isOverLimit: _, ...answer } = payRefusal(placed);
    const confirmCents = isUnconfirmed(error) ? parseAmountCents(amount.trim()) : null;
    const errors =
      confirmCents === null ? faults : { ...faults, confirm_max_amount_cents: isItMeant };
    const shown = { amount, acceptance, errors, asksForDuplicate, allowsDuplicate, confirmCents };
    return bidPage(ctx, page, shown, answer);
  }
}

const isItMeant =
  "This is far more than the next minimum bid, and bids are binding. Tick the box to confirm.";

function isUnconfirmed(error: unknown): boolean {
  return (
    error instanceof MarketError && error.faults.some(({ code }) => code === "bid_not_confirmed")
  );
}

/** The tick box confirms the amount that the form showed, not an amount typed afterwards. */
function readMaximum(amount: string, confirmed: string | null) {
  const cents = parseAmountCents(amount.trim());
  if (cents !== null) {
    const isConfirmed = confirmed === String(cents);
    return { max_amount_cents: cents, ...(isConfirmed ? { confirm_max_amount_cents: cents } : {}) };
  }
  const faults = [
    { pointer: "/max_amount", code: "invalid", detail: "Enter an amount such as 12.50." },
  ];
  throw new MarketError("invalid_request", "The form is not valid.", { faults });
}

/** GET /account/offers/{id} */
export function showOffer(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return offerPage(ctx, page, untouchedForm, ok);
}

async function offerPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: BuyForm,
  answer: Answer,
): Promise<Response> {
  const payable = await ctx.account.readOffer(page.owner, offerId(page));
  const { frame } = page;
  const html = <OfferPage {...{ frame, payable, form }} />;
  return privatePage(html, { ...answer, formOrigins: ctx.hostedOrigins });
}

/** POST /account/offers/{id}/pay */
export async function payOffer(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = offerId(page);
  const cardId = form.get("payment_method_id") ?? "";
  try {
    return await openAndCharge(ctx, page, form, async (account) => {
      const body = parseForm(offerBody, {
        payment_method_id: cardId,
        allow_duplicate: form.get("allow_duplicate") === "true",
      });
      const purchase = await account.payOffer(page.owner, id, body);
      return { path: `/account/purchases/${purchase.id}`, purchase };
    });
  } catch (error) {
    const { errors, asksForDuplicate, isOverLimit, ...answer } = payRefusal(error);
    return offerPage(ctx, page, { cardId, errors, asksForDuplicate, isOverLimit }, answer);
  }
}

/** POST /account/offers/{id}/decline: if posted twice, it declines once. */
export async function turnDownOffer(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.declineOffer(page.owner, offerId(page));
  return redirectTo(withNotice(paths.auctions, "offer_declined"));
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset on sale has this id.");
}

function offerId(page: AccountRequest): string {
  return idOf(page, "offer_not_found", "You have no offer with this id.");
}
