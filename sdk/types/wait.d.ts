import type { Caller } from "./caller.ts";
import type { Dataset, Listing } from "./generated/types.ts";
export type ProfileOptions = {
    signal?: AbortSignal;
    onProgress?: (progress: {
        phase: string;
        bytes_done: number;
        bytes_total: number;
    }) => void;
};
/** The listing once its file, or its open version's, has been read. */
export declare function waitForProfile(market: Caller, id: string, { signal, onProgress }?: ProfileOptions): Promise<Listing>;
/** The dataset once its auction has ended; late bids may extend it. */
export declare function waitForAuction(market: Caller, id: string, { signal }?: {
    signal?: AbortSignal;
}): Promise<Dataset>;
