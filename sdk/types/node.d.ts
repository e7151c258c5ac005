import { type Progress, type Source } from "./download.ts";
import type { Listing } from "./generated/types.ts";
import { Market as CoreMarket } from "./market.ts";
import { type Readable, type Uploaded, type UploadOptions } from "./upload.ts";
export * from "./index.ts";
export type SaveOptions = {
    /** The file's path; for a folder, the folder's. */
    to: string;
    /** A folder that keeps each version's file under its SHA-256. */
    cacheDir?: string;
    onProgress?: (progress: Progress & {
        path: string | null;
        bytesResumed: number;
    }) => void;
    signal?: AbortSignal;
};
export type Saved = {
    source: Source;
    paths: string[];
    /** Bytes that came over the line; the others were there already. */
    bytesFetched: number;
    bytesTotal: number;
};
export declare class Market extends CoreMarket {
    /**
     * Saves a free or bought dataset. What arrived is kept in `….part` and continued by the next call; a
     * file appears at `to` only when its SHA-256 is right. Throws {@link HashMismatchError} otherwise.
     */
    download(id: string, options: SaveOptions): Promise<Saved>;
    /** Sends a file by its path; what arrived in an earlier attempt is not sent again. */
    upload(listingId: string, file: Blob | Readable | string, options?: UploadOptions): Promise<Uploaded>;
    /** Waits for the profile and compares its SHA-256 with the sent bytes'. */
    profiled(uploaded: Uploaded, options?: {
        signal?: AbortSignal;
    }): Promise<Listing>;
}
/** The SHA-256 of a file. */
export declare function hashFile(path: string): Promise<string>;
