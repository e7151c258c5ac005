import { Caller, type Input } from "./caller.ts";
import { type DownloadOptions, type Opened } from "./download.ts";
import type { BoughtBundle, DataRequestAnswer, Dataset, DatasetHit, Event, Import, Listing, Purchase, PurchaseAcceptance, QueryAnswer, Recommendation, WaitingPurchase } from "./generated/types.ts";
import { type ImportOptions, type ImportSource } from "./import.ts";
import { type Uploaded, type UploadOptions } from "./upload.ts";
import { type ProfileOptions, type WaitOptions } from "./wait.ts";
export declare class Market extends Caller {
    #private;
    search(query?: Input<"searchDatasets">["query"]): AsyncGenerator<DatasetHit, void, void>;
    dataset(id: string): Promise<Dataset>;
    sql(id: string, sql: string): Promise<QueryAnswer>;
    recommend(need: Input<"recommendDataset">["body"]): Promise<Recommendation>;
    /**
     * Buys, or with `plan` subscribes, at the price now, if that is at most `maxPriceCents`, with the key's default card, and
     * waits for the charge's outcome. A waiting purchase needs the owner's approval at `links.confirm`.
     */
    buy(id: string, options: BuyOptions): Promise<Purchase | WaitingPurchase>;
    /** What a paid trial of the dataset takes off `priceCents`, its price on sale, in cents. */
    trialCredit(id: string, priceCents: number): Promise<number>;
    /**
     * Buys all datasets of a bundle with one charge, if it costs at most `maxPriceCents`. While the answer is
     * `payment_pending`, read its purchases again. A waiting purchase needs the owner's approval.
     */
    buyBundle(id: string, options: BundleOptions): Promise<BoughtBundle | WaitingPurchase>;
    /** The key's default card. */
    defaultCard(): Promise<string>;
    /** Events as they happen, from after the given one on; without `after`, from the oldest kept. */
    events(options?: {
        after?: string;
        types?: Event["type"][];
        signal?: AbortSignal;
        waitSeconds?: number;
    }): AsyncGenerator<Event, void, void>;
    /**
     * A dataset's bytes: free, or bought by the token's account. The stream continues after lost connections and
     * ends with an error if the bytes do not have the promised SHA-256.
     */
    open(id: string, options?: DownloadOptions): Promise<Opened>;
    /** Sends a draft's file in parts, continuing an earlier attempt, and attaches it. */
    upload(listingId: string, file: Blob, options?: UploadOptions): Promise<Uploaded>;
    /** Has the marketplace fetch a draft's file from an address, and waits until it is attached. */
    importFile(listingId: string, source: ImportSource, options?: ImportOptions): Promise<Import>;
    /** The listing once its file has been read. */
    waitForProfile(listingId: string, options?: ProfileOptions): Promise<Listing>;
    /** The verdict on a purchase by its acceptance contract; pending only while a period waits for its version. */
    waitForVerdict(purchaseId: string, options?: WaitOptions): Promise<PurchaseAcceptance>;
    /** An answer to a data request once its delivery to the bounty is evaluated. */
    waitForDelivery(requestId: string, answerId: string, options?: WaitOptions): Promise<DataRequestAnswer>;
    /** The dataset once its auction has ended. */
    waitForAuction(id: string, options?: WaitOptions): Promise<Dataset>;
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
export type BundleOptions = Pick<BuyOptions, "maxPriceCents" | "paymentMethodId" | "allowDuplicate" | "idempotencyKey" | "signal"> & {
    /** Refunds each dataset that promises a contract, unless its file passes it. */
    promised?: boolean;
};
export {};
