import type { Caller } from "./caller.ts";
import type { Dataset, Listing } from "./generated/types.ts";
import { pause } from "./request.ts";

export type ProfileOptions = {
  signal?: AbortSignal;
  onProgress?: (progress: { phase: string; bytes_done: number; bytes_total: number }) => void;
};

const LOOK_SECONDS = 20;
const AUCTION_LOOK_MS_MAX = 30_000;

/** The listing once its file, or its open version's, has been read. */
export async function waitForProfile(
  market: Caller,
  id: string,
  { signal, onProgress }: ProfileOptions = {},
): Promise<Listing> {
  for (;;) {
    const query = { wait: onProgress === undefined ? LOOK_SECONDS : 2 };
    const listing = await market.call(
      "getListing",
      { params: { id }, query },
      signal && { signal },
    );
    const { auto_sample_status, progress } = (listing.next_version ?? listing).data_profile;
    if (auto_sample_status !== undefined) return listing;
    if (progress !== undefined) onProgress?.(progress);
  }
}

/** The dataset once its auction has ended; late bids may extend it. */
export async function waitForAuction(
  market: Caller,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Dataset> {
  for (;;) {
    const dataset = await market.call("getDataset", { params: { id } }, signal && { signal });
    const { auction } = dataset;
    if (auction === null) throw new TypeError(`Dataset ${id} has no auction.`);
    if (auction.state === "ended") return dataset;
    const left = Date.parse(auction.ends_at) - Date.now();
    await pause(Math.min(AUCTION_LOOK_MS_MAX, Math.max(1000, left)), signal);
  }
}
