import type { Caller } from "./caller.ts";
import { type CreateHash } from "./sha256.ts";
/** Where a dataset's bytes come from. */
export type Source = {
    datasetId: string;
    /** Null: it is free. */
    purchaseId: string | null;
    title: string;
    version: number;
    format: string | null;
    /** Of a folder, the manifest's. */
    sha256: string | null;
    byteSize: number | null;
    isFolder: boolean;
};
/** One file of a source; addresses of bought files expire within a minute. */
export type SourceFile = {
    /** In a folder; null for a single file. */
    path: string | null;
    byteSize: number | null;
    sha256: string | null;
    url(): Promise<string>;
};
export type Progress = {
    bytesDone: number;
    bytesTotal: number | null;
};
export type DownloadOptions = {
    /** Continues at this byte. */
    from?: number;
    onProgress?: (progress: Progress) => void;
    signal?: AbortSignal;
};
export type Opened = {
    source: Source;
    file: SourceFile;
    bytes: ReadableStream<Uint8Array>;
};
/** The source of a dataset's or a purchase's id. Throws `purchase_required` if it was not bought. */
export declare function findSource(market: Caller, id: string): Promise<Source>;
/** Its single file, or every file of the folder. */
export declare function filesOf(market: Caller, source: Source): AsyncGenerator<SourceFile>;
/**
 * A file's bytes from an offset on. It continues with a new address after a lost connection, and ends
 * with {@link ConnectionError} after several failures without progress.
 */
export declare function readFile(market: Caller, file: SourceFile, { from, onProgress, signal }?: DownloadOptions): AsyncGenerator<Uint8Array, void, void>;
export declare function openDownload(market: Caller, id: string, options?: DownloadOptions, createHash?: CreateHash): Promise<Opened>;
