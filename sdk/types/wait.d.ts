import type { Caller } from "./caller.ts";
import type { DataRequestAnswer, Dataset, Listing, PurchaseAcceptance } from "./generated/types.ts";
export type WaitOptions = {
    signal?: AbortSignal;
};
export type ProfileOptions = WaitOptions & {
    onProgress?: (progress: {
        phase: string;
        bytes_done: number;
        bytes_total: number;
    }) => void;
};
/** The listing once its file, or its open version's, has been read. */
export declare function waitForProfile(market: Caller, id: string, { signal, onProgress }?: ProfileOptions): Promise<Listing>;
/** The dataset once its auction has ended; late bids may extend it. */
export declare function waitForAuction(market: Caller, id: string, { signal }?: WaitOptions): Promise<Dataset>;
/**
 * The verdict on a purchase by its acceptance contract. It is still pending only if a subscription's period waits for
 * its version.
 */
export declare function waitForVerdict(market: Caller, id: string, { signal }?: WaitOptions): Promise<PurchaseAcceptance>;
/** An answer to a data request once its delivery to the bounty is evaluated. */
export declare function waitForDelivery(market: Caller, { requestId, answerId }: {
    requestId: string;
    answerId: string;
}, { signal }?: WaitOptions): Promise<DataRequestAnswer>;
