import { Caller, type Input } from "./caller.ts";
import { type DownloadOptions, type Opened, openDownload } from "./download.ts";
import { MarketError, PriceLimitError } from "./errors.ts";
import type {
  Dataset,
  DatasetHit,
  Event,
  Import,
  Listing,
  Purchase,
  QueryAnswer,
  Recommendation,
  WaitingPurchase,
} from "./generated/types.ts";
import { type ImportOptions, type ImportSource, importFile } from "./import.ts";
import { pause } from "./request.ts";
import { type Uploaded, type UploadOptions, upload } from "./upload.ts";
import { type ProfileOptions, waitForAuction, waitForProfile } from "./wait.ts";

const SETTLING_MS_MAX = 120_000;

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
   * Buys at the price now, if that is at most `maxPriceCents`, with the key's default card, and waits
   * for the charge's outcome. A waiting purchase needs the owner's approval at `links.confirm`.
   */
  async buy(id: string, options: BuyOptions): Promise<Purchase | WaitingPurchase> {
    const [{ price_cents }, card] = await Promise.all([
      this.dataset(id),
      options.paymentMethodId ?? this.#defaultCard(),
    ]);
    if (price_cents > options.maxPriceCents) {
      throw new PriceLimitError(price_cents, options.maxPriceCents);
    }
    const { allowDuplicate, acceptance, signal, idempotencyKey } = options;
    const bought = await this.call(
      "buyDataset",
      {
        params: { id },
        body: {
          payment_method_id: card,
          expected_price_cents: price_cents,
          ...(allowDuplicate === undefined ? {} : { allow_duplicate: allowDuplicate }),
          ...(acceptance === undefined ? {} : { acceptance }),
        },
      },
      { ...(signal && { signal }), ...(idempotencyKey && { idempotencyKey }) },
    );
    return bought.status === "payment_pending" ? this.#settled(bought, signal) : bought;
  }

  async #defaultCard(): Promise<string> {
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

  /** The dataset once its auction has ended. */
  waitForAuction(id: string, options?: { signal?: AbortSignal }): Promise<Dataset> {
    return waitForAuction(this, id, options);
  }
}

export type BuyOptions = {
  maxPriceCents: number;
  /** One of `readOperator`; otherwise the default card. */
  paymentMethodId?: string;
  allowDuplicate?: boolean;
  /** Conditions on the whole file: if it fails one, the marketplace refunds the purchase. */
  acceptance?: NonNullable<Input<"buyDataset">["body"]>["acceptance"];
  idempotencyKey?: string;
  signal?: AbortSignal;
};
