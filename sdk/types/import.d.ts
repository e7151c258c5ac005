import type { Caller, Input } from "./caller.ts";
import type { Import } from "./generated/types.ts";
import type { UploadProgress } from "./upload.ts";
export type ImportSource = Input<"createImport">["body"];
export type ImportOptions = {
    onProgress?: (progress: Pick<UploadProgress, "bytesDone"> & {
        bytesTotal: number | null;
    }) => void;
    signal?: AbortSignal;
};
/**
 * Has the marketplace fetch a draft's file from an address, and waits until it is attached. If you leave, it
 * goes on. Throws a {@link MarketError} if the import fails.
 */
export declare function importFile(market: Caller, listingId: string, source: ImportSource, { onProgress, signal }?: ImportOptions): Promise<Import>;
