/** Purchases on the website, made with the account's built-in key. */
import { findPrivateOffer } from "../../db/queries/private-offers/private-offers.ts";
import { type ChargedRow, isPurse } from "../../db/queries/purchases/charged.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { PlanInterval } from "../../db/vocabulary/listing.ts";
import { findOwnAccess } from "../../market/access/read.ts";
import { actOnSite } from "../../market/account/built-in/act-on-site.ts";
import { type CardSummary, listPaymentMethods } from "../../market/account/read.ts";
import { spendingStates } from "../../market/account/rules.ts";
import { getDataset } from "../../market/catalogue/read.ts";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import type { Context } from "../../market/context.ts";
import { couponCode } from "../../market/coupon/schemas.ts";
import { countCode, tryCode } from "../../market/coupon/try-code.ts";
import { MarketError } from "../../market/errors.ts";
import type { Plan } from "../../market/listing/pricing/schemas.ts";
import { priceForBuyer } from "../../market/pricing.ts";
import { presentState } from "../../market/private-offer/rules.ts";
import type { BuyBody } from "../../market/purchase/buy-schemas.ts";
import { openPurchase } from "../../market/purchase/open-purchase.ts";
import { findOwnPurchase, listPurchases } from "../../market/purchase/read.ts";
import type { PurchaseView } from "../../market/purchase/schemas.ts";
import { creditFor, type TrialCredit } from "../../market/purchase/trial/rules.ts";
import { checkTerms } from "../../market/query/acceptance/check-terms.ts";
import { startSubscription } from "../../market/subscription/follow-charges.ts";
import { openSubscription } from "../../market/subscription/open-subscription.ts";
import { periodEnd } from "../../market/subscription/rules.ts";
import { openQueries } from "../../platform/query/open-queries.ts";
import { dayMs } from "../../platform/time.ts";
import { chargeNow } from "../account/charge-now.ts";
import type { CheckedFields } from "./acceptance-card.tsx";

/** The dataset's fields that the page shows. */
export type SaleDataset = Pick<
  DatasetDetail,
  | "id"
  | "title"
  | "seller"
  | "version"
  | "license"
  | "format"
  | "byte_size"
  | "row_count"
  | "quality_score"
  | "sha256"
  | "price_cents"
  | "currency"
  | "pricing_type"
  | "capabilities"
  | "access_questions"
  | CheckedFields
>;

/** The current offer to this person. */
export type Sale = {
  dataset: SaleDataset;
  cards: CardSummary[];
  /** Their purchase of this version, unless it failed or was refunded. */
  earlier: PurchaseView | null;
  /** The latest time at which the seller is paid for a purchase made now. */
  heldUntil: Date;
  /** The private offer whose price `dataset` shows. */
  privateOfferId?: string | null;
  coupon?: SaleCoupon | null;
  /** Of a trial, already taken off the price that `dataset` shows. */
  credit?: TrialCredit | null;
  /** The seller has not approved this person. */
  gate?: ClosedGate;
};

export type Trial = NonNullable<DatasetDetail["trial"]>;

/** A dataset's trial for this person; null: its seller offers none. */
export type TrialSale = Pick<Sale, "dataset" | "cards" | "earlier" | "heldUntil" | "gate"> & {
  trial: Trial | null;
};

/** A code that the person typed. */
type SaleCoupon = {
  code: string;
  /** Why it lowers no price; null: `dataset` has the lowered one. */
  fault: string | null;
  listPriceCents: number;
};

/** A plan for this person; null: it is not offered. */
export type PlanSale = {
  dataset: SaleDataset;
  cards: CardSummary[];
  plan: Plan | null;
  /** When the first period ends, if it starts now. */
  periodEndsAt: Date;
  /** The seller has not approved this person. */
  gate?: ClosedGate;
};

/** `version`: the version that the person saw; a newer one is not sold to them. */
type Order = BuyBody & { version: number };

/**
 * `path`: the redirect's target. `purchase`: to be charged; null while it waits for the person's
 * approval.
 */
export type Ordered = { path: string; purchase: ChargedRow | null };

const earlierPurchasesMax = 50;

/** For all checks of one contract, which are only planned. */
const CHECK_MS_MAX = 10_000;

export function buyUseCases(ctx: Context) {
  const queries = openQueries(ctx.config);
  return {
    /** What the whole file of a bought trial costs this person; null: it is not on sale. */
    readWholePrice: async (
      owner: OwnerActor,
      { trial, dataset_id: id }: Pick<PurchaseView, "trial" | "dataset_id">,
    ): Promise<number | null> => {
      if (trial === null || trial.credited_to !== null) return null;
      const found = await findDataset(ctx, id);
      if (found === null || !found.capabilities.buy) return null;
      const credit = creditOf(found.price_cents, await listBoughtOf(ctx, owner, id), ctx.now());
      return found.price_cents - (credit?.cents ?? 0);
    },
    /** Errors: dataset_not_found. */
    readSale: async (
      owner: OwnerActor,
      datasetId: string,
      named: { privateOfferId?: string | null; code?: string } = {},
    ): Promise<Sale> => {
      const { privateOfferId = null, code = "" } = named;
      const { dataset } = await getDataset(ctx, datasetId);
      const tried = code === "" ? null : await readCoupon(ctx, owner, { datasetId, code });
      const coupon = tried && { ...tried.shown, listPriceCents: dataset.price_cents };
      const agreed = await readAgreedPrice(ctx, owner, { privateOfferId, datasetId });
      const [cards, bought, gate] = await Promise.all([
        listPaymentMethods(ctx, owner),
        listBoughtOf(ctx, owner, datasetId),
        findClosedGate(ctx, owner, dataset),
      ]);
      const fullCents = priceForBuyer(dataset.price_cents, {
        agreedCents: agreed?.priceCents ?? null,
        coupon: tried?.coupon ?? null,
      });
      const isReduced = agreed !== null || code !== "";
      const credit = isReduced ? null : creditOf(fullCents, bought, ctx.now());
      return {
        dataset: { ...dataset, price_cents: fullCents - (credit?.cents ?? 0) },
        coupon,
        credit,
        gate: agreed === null ? gate : null,
        privateOfferId: agreed === null ? null : privateOfferId,
        cards,
        earlier: findLive(bought, { version: dataset.version, isTrial: false }),
        heldUntil: new Date(ctx.now().getTime() + ctx.config.ESCROW_DAYS * dayMs),
      };
    },
    /** Errors: dataset_not_found. */
    readTrialSale: async (owner: OwnerActor, datasetId: string): Promise<TrialSale> => {
      const { dataset } = await getDataset(ctx, datasetId);
      const [cards, bought, gate] = await Promise.all([
        listPaymentMethods(ctx, owner),
        listBoughtOf(ctx, owner, datasetId),
        findClosedGate(ctx, owner, dataset),
      ]);
      const { version, trial } = dataset;
      return {
        dataset,
        trial,
        cards,
        gate,
        earlier:
          findLive(bought, { version, isTrial: false }) ??
          findLive(bought, { version, isTrial: true }),
        heldUntil: new Date(ctx.now().getTime() + ctx.config.ESCROW_DAYS * dayMs),
      };
    },
    /** Errors: dataset_not_found. */
    readPlanSale: async (
      owner: OwnerActor,
      datasetId: string,
      interval: PlanInterval | undefined,
    ): Promise<PlanSale> => {
      const { dataset } = await getDataset(ctx, datasetId);
      const [cards, gate] = await Promise.all([
        listPaymentMethods(ctx, owner),
        findClosedGate(ctx, owner, dataset),
      ]);
      const now = ctx.now();
      const plan = dataset.plans.find((one) => one.interval === interval) ?? null;
      const periodEndsAt = periodEnd(now, plan?.interval ?? "month", now.getUTCDate());
      return { dataset, cards, plan, periodEndsAt, gate };
    },
    /** Opens the first period's purchase within the form's transaction. */
    subscribe: async (
      owner: OwnerActor,
      datasetId: string,
      order: BuyBody & { plan: PlanInterval },
    ): Promise<Ordered> => {
      const operator = await actOnSite(ctx, owner);
      const opened = await openSubscription(ctx, operator, datasetId, order);
      if (opened.kind === "waiting") {
        return { path: `/account/waiting/${opened.waiting.id}`, purchase: null };
      }
      const { purchase } = opened;
      return {
        path: `/account/subscriptions/${purchase.subscriptionId}?done=subscribed`,
        purchase,
      };
    },
    /** Calls a query process, so it runs before the form's transaction. Errors: those of `checkTerms`. */
    checkOrder: async (
      owner: OwnerActor,
      datasetId: string,
      { acceptance: choice, coupon }: Pick<Order, "acceptance" | "coupon">,
    ): Promise<void> => {
      await countCode(ctx, { ...owner, datasetId, code: coupon });
      const asked = { datasetId, choice, caller: `account:${owner.accountId}` };
      await checkTerms(ctx, queries, asked, AbortSignal.timeout(CHECK_MS_MAX));
    },
    /** Opens the purchase within the form's transaction; `chargeOrder` charges it afterwards. */
    orderDataset: async (owner: OwnerActor, datasetId: string, order: Order): Promise<Ordered> => {
      const { version, ...body } = order;
      const operator = await actOnSite(ctx, owner);
      const opened = await openPurchase(ctx, operator, datasetId, body);
      const { id, ...sold } = opened.kind === "purchase" ? opened.purchase : opened.waiting;
      if (sold.version !== version) throw versionChanged(sold.version ?? version);
      return opened.kind === "purchase"
        ? { path: `/account/purchases/${id}`, purchase: opened.purchase }
        : { path: `/account/waiting/${id}`, purchase: null };
    },
    /** An error here leaves the purchase pending: the clock continues and logs any errors. */
    chargeOrder: async (purchase: ChargedRow): Promise<{ isDeclined: boolean }> => {
      const charged = await chargeNow(ctx, purchase);
      // The clock would do it within seconds.
      if (!isPurse(charged)) await startSubscription(ctx, charged).catch(() => undefined);
      return { isDeclined: charged.state === "payment_failed" };
    },
    /** Why the person's own attempt to buy this dataset failed; null if it did not. */
    readDecline: async (
      owner: OwnerActor,
      { purchaseId, datasetId }: { purchaseId: string; datasetId: string },
    ): Promise<string | null> => {
      const purchase = await findOwnPurchase(ctx, owner, purchaseId);
      const isOfSale = purchase.listingId === datasetId && purchase.state === "payment_failed";
      return isOfSale ? (purchase.failureDetail ?? "The bank gave no reason.") : null;
    },
  };
}

/** A dataset on sale, or null. */
async function findDataset(ctx: Context, id: string): Promise<DatasetDetail | null> {
  try {
    return (await getDataset(ctx, id)).dataset;
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

const live: readonly string[] = spendingStates;

async function listBoughtOf(ctx: Context, owner: OwnerActor, datasetId: string) {
  const query = { dataset_id: datasetId, limit: earlierPurchasesMax, offset: 0 };
  return (await listPurchases(ctx, owner, query)).items;
}

function findLive(
  bought: readonly PurchaseView[],
  { version, isTrial }: { version: number; isTrial: boolean },
): PurchaseView | null {
  const isWanted = ({ status, trial, dataset_version }: PurchaseView) =>
    live.includes(status) && (trial !== null) === isTrial && dataset_version === version;
  return bought.find(isWanted) ?? null;
}

/** What the person's trials take off the price; the purchase decides it again. */
function creditOf(priceCents: number, bought: readonly PurchaseView[], now: Date) {
  const trials = bought.flatMap(({ trial, ...purchase }) =>
    trial === null
      ? []
      : {
          id: purchase.id,
          priceCents: purchase.price_cents,
          trialRows: trial.rows,
          state: purchase.status,
          chargeback: purchase.chargeback,
          paidAt: purchase.paid_at === null ? null : new Date(purchase.paid_at),
        },
  );
  const credited = bought.flatMap(({ id, trial }) => (trial?.credited_to == null ? [] : id));
  return creditFor(priceCents, { trials, credited, now });
}

/** Null: this person may order. `asked`: the seller has not decided yet. */
export type ClosedGate = "unasked" | "asked" | null;

/** Whether the seller approves each buyer, and has not approved this person. */
export async function findClosedGate(
  ctx: Context,
  owner: OwnerActor,
  { id, access_questions }: Pick<DatasetDetail, "id" | "access_questions">,
): Promise<ClosedGate> {
  if (access_questions === null) return null;
  const access = await findOwnAccess(ctx, owner, id);
  if (access?.status === "approved") return null;
  return access?.status === "pending" ? "asked" : "unasked";
}

/** A code that the person typed, and its coupon if it may be used. */
async function readCoupon(
  ctx: Context,
  { accountId }: OwnerActor,
  { datasetId, code }: { datasetId: string; code: string },
) {
  const shape = couponCode.safeParse(code);
  if (!shape.success) return { coupon: null, shown: { code, fault: "This is no coupon code." } };
  try {
    const { coupon, refusal } = await tryCode(ctx, { accountId, datasetId, code });
    const fault = refusal?.detail ?? null;
    return { coupon: refusal === null ? coupon : null, shown: { code, fault } };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { coupon: null, shown: { code, fault: error.message } };
  }
}

/** The price of the person's accepted offer for this dataset; null: there is none. */
async function readAgreedPrice(
  ctx: Context,
  { accountId }: OwnerActor,
  { privateOfferId, datasetId }: { privateOfferId: string | null; datasetId: string },
): Promise<{ priceCents: number } | null> {
  if (privateOfferId === null) return null;
  const found = await findPrivateOffer(ctx.db, privateOfferId, { side: "buyer", accountId });
  const isOfSale = found?.offer.listingId === datasetId;
  if (found === null || !isOfSale) return null;
  return presentState(found.offer, ctx.now()) === "accepted" ? found.offer : null;
}

/** Thrown within the purchase's transaction, which it rolls back. */
function versionChanged(version: number): MarketError {
  const detail = `Version ${version} is now on sale. Look at it first; nothing was charged.`;
  return new MarketError("dataset_not_available", detail);
}
