import type { Caller } from "./caller.ts";
import { ConnectionError, HashMismatchError, MarketError, problemOf } from "./errors.ts";
import { backoffMs, pause } from "./request.ts";
import { type CreateHash, createSha256 } from "./sha256.ts";

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

export type Progress = { bytesDone: number; bytesTotal: number | null };

export type DownloadOptions = {
  /** Continues at this byte. */
  from?: number;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
};

export type Opened = { source: Source; file: SourceFile; bytes: ReadableStream<Uint8Array> };

/** Failures in a row, without a byte in between, until a download ends. */
const FAILURES_MAX = 6;

/** The source of a dataset's or a purchase's id. Throws `purchase_required` if it was not bought. */
export async function findSource(market: Caller, id: string): Promise<Source> {
  const dataset = await orNull(market.call("getDataset", { params: { id } }), "dataset_not_found");
  if (dataset?.capabilities.download) {
    return {
      datasetId: id,
      purchaseId: null,
      title: dataset.title,
      version: dataset.version,
      format: dataset.format,
      sha256: dataset.sha256,
      byteSize: dataset.byte_size,
      isFolder: typeof dataset.file_count === "number",
    };
  }
  const purchase = await findPurchase(market, id, dataset !== null);
  return {
    datasetId: purchase.dataset_id,
    purchaseId: purchase.id,
    title: purchase.dataset_title,
    version: purchase.dataset_version,
    format: purchase.format,
    sha256: purchase.sha256,
    byteSize: purchase.byte_size,
    isFolder:
      (
        await market.call("listPurchaseFiles", {
          params: { id: purchase.id },
          query: { limit: 1 },
        })
      ).manifest_sha256 !== null,
  };
}

async function findPurchase(market: Caller, id: string, isDataset: boolean) {
  for await (const one of ofDataset(market, id, isDataset)) {
    if (one.capabilities.download) return one;
  }
  if (isDataset)
    throw refusal("purchase_required", 402, "This dataset is not free.", "Buy it first.");
  return market.call("getPurchase", { params: { id } });
}

async function* ofDataset(market: Caller, id: string, isDataset: boolean) {
  try {
    yield* market.items("listPurchases", { query: { dataset_id: id } });
  } catch (error) {
    const isStranger =
      error instanceof MarketError && (error.status === 401 || error.is("scope_missing"));
    if (!isStranger || !isDataset) throw error;
  }
}

async function orNull<Value>(promise: Promise<Value>, code: string): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof MarketError && error.code === code) return null;
    throw error;
  }
}

function refusal(code: "purchase_required", status: number, detail: string, next: string) {
  return new MarketError({ type: "about:blank", title: detail, status, detail, code, next });
}

/** Its single file, or every file of the folder. */
export async function* filesOf(market: Caller, source: Source): AsyncGenerator<SourceFile> {
  const { purchaseId, datasetId } = source;
  if (!source.isFolder) {
    yield {
      path: null,
      byteSize: source.byteSize,
      sha256: source.sha256,
      url: () => addressOf(market, source),
    };
    return;
  }
  const items =
    purchaseId === null
      ? market.items("listDatasetFiles", { params: { id: datasetId } })
      : market.items("listPurchaseFiles", { params: { id: purchaseId } });
  for await (const { path, byte_size, sha256 } of items) {
    yield { path, byteSize: byte_size, sha256, url: () => addressOf(market, source, path) };
  }
}

async function addressOf(market: Caller, { purchaseId, datasetId }: Source, path?: string) {
  const query = path === undefined ? {} : { path };
  const { download_url } =
    purchaseId === null
      ? await market.call("getDownloadUrl", { params: { id: datasetId }, query })
      : await market.call("getPurchaseDownloadUrl", { params: { id: purchaseId }, query });
  return download_url;
}

/**
 * A file's bytes from an offset on. It continues with a new address after a lost connection, and ends
 * with {@link ConnectionError} after several failures without progress.
 */
export async function* readFile(
  market: Caller,
  file: SourceFile,
  { from = 0, onProgress, signal }: DownloadOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  let at = from;
  let failures = 0;
  while (file.byteSize === null || at < file.byteSize) {
    try {
      for await (const chunk of readRange(market, await file.url(), at, signal)) {
        at += chunk.length;
        failures = 0;
        onProgress?.({ bytesDone: at, bytesTotal: file.byteSize });
        yield chunk;
      }
      if (file.byteSize === null || at >= file.byteSize) return;
      throw new Error("The connection ended early.");
    } catch (error) {
      const isFinal = error instanceof MarketError && error.status < 500 && !isExpired(error);
      if (isFinal || signal?.aborted === true) throw error;
      if (++failures >= FAILURES_MAX) {
        throw new ConnectionError(`The download stopped at byte ${at}.`, { cause: error });
      }
      await pause(backoffMs(failures), signal);
    }
  }
}

const isExpired = (error: MarketError) => error.is("download_url_expired", "rate_limited");

async function* readRange(market: Caller, url: string, at: number, signal?: AbortSignal) {
  const headers: Record<string, string> = at === 0 ? {} : { range: `bytes=${at}-` };
  const answer = await market.attempts.fetch(url, { headers, ...(signal && { signal }) });
  if (!answer.ok || answer.body === null) throw new MarketError(await problemOf(answer));
  let skip = answer.status === 206 ? 0 : at;
  const reader = answer.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const chunk = value.subarray(Math.min(skip, value.length));
      skip -= value.length - chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export async function openDownload(
  market: Caller,
  id: string,
  options: DownloadOptions = {},
  createHash: CreateHash = createSha256,
): Promise<Opened> {
  const source = await findSource(market, id);
  const { value: file } = await filesOf(market, source).next();
  if (source.isFolder || !file) {
    throw new TypeError("A folder has several files: read them by `filesOf` and `readFile`.");
  }
  const checked = checkedBytes(market, file, options, createHash);
  return { source, file, bytes: streamOf(checked) };
}

async function* checkedBytes(
  market: Caller,
  file: SourceFile,
  options: DownloadOptions,
  createHash: CreateHash,
) {
  const hash = createHash();
  for await (const chunk of readFile(market, file, options)) {
    hash.update(chunk);
    yield chunk;
  }
  const actual = hash.hex();
  const isWhole = (options.from ?? 0) === 0;
  if (isWhole && file.sha256 !== null && actual !== file.sha256) {
    throw new HashMismatchError("The download", file.sha256, actual);
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}
