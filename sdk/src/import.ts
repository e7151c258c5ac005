import type { Caller, Input } from "./caller.ts";
import { MarketError } from "./errors.ts";
import type { Import } from "./generated/types.ts";
import { pause } from "./request.ts";
import type { UploadProgress } from "./upload.ts";

export type ImportSource = Input<"createImport">["body"];

export type ImportOptions = {
  onProgress?: (
    progress: Pick<UploadProgress, "bytesDone"> & { bytesTotal: number | null },
  ) => void;
  signal?: AbortSignal;
};

const LOOK_MS = 1000;

/**
 * Has the marketplace fetch a draft's file from an address, and waits until it is attached. If you leave, it
 * goes on. Throws a {@link MarketError} if the import fails.
 */
export async function importFile(
  market: Caller,
  listingId: string,
  source: ImportSource,
  { onProgress, signal }: ImportOptions = {},
): Promise<Import> {
  const options = signal && { signal };
  let latest = await market.call(
    "createImport",
    { params: { id: listingId }, body: source },
    options,
  );
  const params = { id: listingId, import_id: latest.id };
  while (latest.state === "waiting" || latest.state === "running") {
    await pause(LOOK_MS, signal);
    latest = await market.call("getImport", { params }, options);
    onProgress?.({ bytesDone: latest.bytes_done, bytesTotal: latest.bytes_total });
  }
  if (latest.state === "done") return latest;
  throw new MarketError({
    type: "about:blank",
    title: `The import has ${latest.state}`,
    status: 409,
    detail: latest.problem?.detail ?? `It was ${latest.state}.`,
    code: "file_not_uploaded",
    next: `Correct the address and import again, or retry ${latest.id}.`,
  });
}
