import type { Caller } from "./caller.ts";
import type { Listing } from "./generated/types.ts";
import { type CreateHash } from "./sha256.ts";
/** What an upload reads: a Blob, or anything with a size that can be read by ranges. */
export type Readable = {
    size: number;
    read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
};
export type UploadProgress = {
    bytesDone: number;
    bytesTotal: number;
    bytesResumed: number;
};
export type UploadOptions = {
    contentType?: string;
    onProgress?: (progress: UploadProgress) => void;
    signal?: AbortSignal;
    /** Parts that are sent at once. */
    parallel?: number;
    partBytes?: number;
};
/** How the `/node` entry hashes; browsers have no MD5. */
export type Hashing = {
    createSha256: CreateHash;
    /** Hexadecimal. Lets the store refuse a part that changed on its way, and finds parts that differ. */
    md5?: (bytes: Uint8Array) => string;
};
export type Uploaded = {
    listing: Listing;
    sha256: string;
    bytesSent: number;
    bytesResumed: number;
};
/** Sends a draft's file and attaches it. Parts that arrived earlier are not sent again. */
export declare function upload(market: Caller, listingId: string, file: Blob | Readable, options?: UploadOptions, hashing?: Hashing): Promise<Uploaded>;
/** The published hash is the sent one, or the upload was changed on its way. */
export declare function profiled(market: Caller, { listing, sha256 }: Uploaded, options?: {
    signal?: AbortSignal;
}): Promise<Listing>;
