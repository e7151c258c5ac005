import { Caller, type Input } from "./caller.ts";
import { type DownloadOptions, type Opened, openDownload } from "./download.ts";
import { MarketError, PriceLimitError } from "./errors.ts";
import type {
  BoughtBundle,
  DataRequestAnswer,
  Dataset,
  DatasetHit,
  Event,
  Import,
  Listing,
  Purchase,
  PurchaseAcceptance,
  QueryAnswer,
  Recommendation,
  WaitingPurchase,
} from "./generated/types.ts";
import { type ImportOptions, type ImportSource, importFile } from "./import.ts";
import { pause } from "./request.ts";
import { type Uploaded, type UploadOptions, upload } from "./upload.ts";
import {
  type ProfileOptions,
  type WaitOptions,
  waitForAuction,
  waitForDelivery,
  waitForProfile,
  waitForVerdict,
} from "./wait.ts";

const SETTLING_MS_MAX = 120_000;
/** The service charges no card less than this. */
const SMALLEST_CHARGE_CENTS = 50;

export class Market extends Caller {
  search(query: Input<"searchDatasets">["query"] = {}): AsyncGenerator<DatasetHit, void, void> {
    return this.items("searchDatasets", { query });
  }

  dataset(id: string): Promise<Dataset> {
    return this.call("getDataset", { params: { id } });
  }

  sql(id: string, sql: string): Promise<QueryAnswer> {
    return this.call("queryDataset", { params: { id }, body: { sql } });
  }

  recommend(need: Input<"recommendDataset">["body"]): Promise<Recommendation> {
    return this.call("recommendDataset", { body: need });
  }

  /**
   * Buys, or with `plan` subscribes, at the price now, if that is at most `maxPriceCents`, with the key's default card, and
   * waits for the charge's outcome. A waiting purchase needs the owner's approval at `links.confirm`.
   */
  async buy(id: string, options: BuyOptions): Promise<Purchase | WaitingPurchase> {
    const { maxPriceCents, paymentMethodId, signal, idempotencyKey } = options;
    const [dataset, card] = await Promise.all([
      this.dataset(id),
      paymentMethodId ?? this.defaultCard(),
    ]);
    const { privateOfferId, coupon, plan, trial, allowDuplicate, acceptance } = options;
    const isLowered = privateOfferId !== undefined || coupon !== undefined;
    const isWhole = trial !== true && plan === undefined && !isLowered;
    const before = listedCents(dataset, options);
    const listed = isWhole ? before - (await this.trialCredit(id, before)) : before;
    if (listed > maxPriceCents && !isLowered) throw new PriceLimitError(listed, maxPriceCents);
    const order = (cents: number, key: string | undefined) =>
      this.call(
        "buyDataset",
        {
          params: { id },
          body: {
            payment_method_id: card,
            expected_price_cents: cents,
            ...(allowDuplicate === undefined ? {} : { allow_duplicate: allowDuplicate }),
            ...(acceptance === undefined ? {} : { acceptance }),
            ...(plan === undefined ? {} : { plan }),
            ...(trial === undefined ? {} : { trial }),
            ...(coupon === undefined ? {} : { coupon }),
            ...(privateOfferId === undefined ? {} : { private_offer_id: privateOfferId }),
          },
        },
        { ...(signal && { signal }), ...(key && { idempotencyKey: key }) },
      );
    const bought = await order(Math.min(listed, maxPriceCents), idempotencyKey).catch((error) => {
      const current = error instanceof MarketError && error.problem.current_price_cents;
      if (typeof current !== "number" || !error.is("price_changed")) throw error;
      if (current > maxPriceCents) throw new PriceLimitError(current, maxPriceCents);
      return order(current, idempotencyKey && `${idempotencyKey}-${current}`);
    });
    return bought.status === "payment_pending" ? this.#settled(bought, signal) : bought;
  }

  /** What a paid trial of the dataset takes off `priceCents`, its price on sale, in cents. */
  async trialCredit(id: string, priceCents: number): Promise<number> {
    const trials = this.items("listPurchases", { query: { dataset_id: id } });
    let most = 0;
    for await (const { trial, price_cents } of trials) {
      const until = Date.parse(trial?.credit_until ?? "");
      if (trial?.credited_to === null && until > Date.now()) most = Math.max(most, price_cents);
    }
    return Math.max(0, Math.min(most, priceCents - SMALLEST_CHARGE_CENTS));
  }

  /**
   * Buys all datasets of a bundle with one charge, if it costs at most `maxPriceCents`. While the answer is
   * `payment_pending`, read its purchases again. A waiting purchase needs the owner's approval.
   */
  async buyBundle(id: string, options: BundleOptions): Promise<BoughtBundle | WaitingPurchase> {
    const { maxPriceCents, paymentMethodId, allowDuplicate, promised, signal } = options;
    const { idempotencyKey } = options;
    const [{ price_cents }, card] = await Promise.all([
      this.call("getBundle", { params: { id } }),
      paymentMethodId ?? this.defaultCard(),
    ]);
    if (price_cents > maxPriceCents) throw new PriceLimitError(price_cents, maxPriceCents);
    return this.call(
      "buyBundle",
      {
        params: { id },
        body: {
          payment_method_id: card,
          expected_price_cents: price_cents,
          ...(allowDuplicate === undefined ? {} : { allow_duplicate: allowDuplicate }),
          ...(promised === undefined ? {} : { promised }),
        },
      },
      { ...(signal && { signal }), ...(idempotencyKey && { idempotencyKey }) },
    );
  }

  /** The key's default card. */
  async defaultCard(): Promise<string> {
    const { payment_methods } = await this.call("readOperator", {});
    const card = payment_methods.find(({ is_default }) => is_default) ?? payment_methods[0];
    if (card !== undefined) return card.id;
    throw new MarketError({
      type: "about:blank",
      title: "No card",
      status: 400,
      detail: "The account has no payment method.",
      code: "payment_method_unknown",
      next: `Ask the owner to add a card at ${this.baseUrl}/account/cards.`,
    });
  }

  /** The purchase once its charge has an outcome, or a person has to act, or time is over. */
  async #settled(purchase: Purchase, signal?: AbortSignal): Promise<Purchase> {
    const until = Date.now() + SETTLING_MS_MAX;
    let latest = purchase;
    while (
      latest.status === "payment_pending" &&
      latest.next_action === null &&
      Date.now() < until
    ) {
      await pause(2000, signal);
      latest = await this.call("getPurchase", { params: { id: purchase.id } });
    }
    return latest;
  }

  /** Events as they happen, from after the given one on; without `after`, from the oldest kept. */
  async *events(
    options: {
      after?: string;
      types?: Event["type"][];
      signal?: AbortSignal;
      waitSeconds?: number;
    } = {},
  ): AsyncGenerator<Event, void, void> {
    const { types, signal, waitSeconds = 30 } = options;
    let { after } = options;
    for (;;) {
      const query = {
        wait: waitSeconds,
        ...(after === undefined ? {} : { after }),
        ...(types === undefined ? {} : { types: types.join(",") }),
      };
      const { items, pagination } = await this.call("listEvents", { query }, signal && { signal });
      yield* items;
      after = pagination.next_cursor ?? after;
      if (waitSeconds === 0 && !pagination.has_more) return;
    }
  }

  /**
   * A dataset's bytes: free, or bought by the token's account. The stream continues after lost connections and
   * ends with an error if the bytes do not have the promised SHA-256.
   */
  open(id: string, options?: DownloadOptions): Promise<Opened> {
    return openDownload(this, id, options);
  }

  /** Sends a draft's file in parts, continuing an earlier attempt, and attaches it. */
  upload(listingId: string, file: Blob, options?: UploadOptions): Promise<Uploaded> {
    return upload(this, listingId, file, options);
  }

  /** Has the marketplace fetch a draft's file from an address, and waits until it is attached. */
  importFile(listingId: string, source: ImportSource, options?: ImportOptions): Promise<Import> {
    return importFile(this, listingId, source, options);
  }

  /** The listing once its file has been read. */
  waitForProfile(listingId: string, options?: ProfileOptions): Promise<Listing> {
    return waitForProfile(this, listingId, options);
  }

  /** The verdict on a purchase by its acceptance contract; pending only while a period waits for its version. */
  waitForVerdict(purchaseId: string, options?: WaitOptions): Promise<PurchaseAcceptance> {
    return waitForVerdict(this, purchaseId, options);
  }

  /** An answer to a data request once its delivery to the bounty is evaluated. */
  waitForDelivery(
    requestId: string,
    answerId: string,
    options?: WaitOptions,
  ): Promise<DataRequestAnswer> {
    return waitForDelivery(this, { requestId, answerId }, options);
  }

  /** The dataset once its auction has ended. */
  waitForAuction(id: string, options?: WaitOptions): Promise<Dataset> {
    return waitForAuction(this, id, options);
  }
}

type BuyBody = NonNullable<Input<"buyDataset">["body"]>;

export type BuyOptions = {
  maxPriceCents: number;
  /** One of `readOperator`; otherwise the default card. */
  paymentMethodId?: string;
  allowDuplicate?: boolean;
  /** Conditions on the whole file: if it fails one, the marketplace refunds the purchase. */
  acceptance?: BuyBody["acceptance"];
  /** Subscribes; each further period is charged to the card. */
  plan?: BuyBody["plan"];
  /** Some rows for a small price that counts towards the full one. */
  trial?: boolean;
  /** A seller's code that lowers the price. */
  coupon?: string;
  /** An accepted private offer, at whose price you buy. */
  privateOfferId?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type BundleOptions = Pick<
  BuyOptions,
  "maxPriceCents" | "paymentMethodId" | "allowDuplicate" | "idempotencyKey" | "signal"
> & {
  /** Refunds each dataset that promises a contract, unless its file passes it. */
  promised?: boolean;
};

function listedCents(
  dataset: Dataset,
  { plan: interval, trial }: Pick<BuyOptions, "plan" | "trial">,
): number {
  if (trial === true) {
    if (dataset.trial !== null) return dataset.trial.price_cents;
    throw new TypeError(`${dataset.title} has no trial.`);
  }
  if (interval === undefined) return dataset.price_cents;
  const plan = dataset.plans.find((one) => one.interval === interval);
  if (plan === undefined) throw new TypeError(`${dataset.title} has no plan for a ${interval}.`);
  return plan.price_cents;
}
