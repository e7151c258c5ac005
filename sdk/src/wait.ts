import type { Caller } from "./caller.ts";
import type { DataRequestAnswer, Dataset, Listing, PurchaseAcceptance } from "./generated/types.ts";
import { pause } from "./request.ts";

export type WaitOptions = { signal?: AbortSignal };
export type ProfileOptions = WaitOptions & {
  onProgress?: (progress: { phase: string; bytes_done: number; bytes_total: number }) => void;
};

const LOOK_SECONDS = 20;
const EVALUATION_LOOK_MS = 2000;
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
  { signal }: WaitOptions = {},
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

/**
 * The verdict on a purchase by its acceptance contract. It is still pending only if a subscription's period waits for
 * its version.
 */
export async function waitForVerdict(
  market: Caller,
  id: string,
  { signal }: WaitOptions = {},
): Promise<PurchaseAcceptance> {
  for (;;) {
    const input = { params: { id } };
    const verdict = await market.call("getPurchaseAcceptance", input, signal && { signal });
    if (verdict.status !== "pending" || verdict.dataset_version === null) return verdict;
    await pause(EVALUATION_LOOK_MS, signal);
  }
}

/** An answer to a data request once its delivery to the bounty is evaluated. */
export async function waitForDelivery(
  market: Caller,
  { requestId, answerId }: { requestId: string; answerId: string },
  { signal }: WaitOptions = {},
): Promise<DataRequestAnswer> {
  for (;;) {
    const input = { params: { id: requestId } };
    const answers = market.items("listDataRequestAnswers", input, signal && { signal });
    const answer = await findAnswer(answers, answerId);
    if (answer === null) throw new TypeError(`Request ${requestId} has no answer ${answerId}.`);
    if (answer.delivery?.status !== "pending") return answer;
    await pause(EVALUATION_LOOK_MS, signal);
  }
}

async function findAnswer(
  answers: AsyncIterable<DataRequestAnswer>,
  id: string,
): Promise<DataRequestAnswer | null> {
  for await (const answer of answers) if (answer.id === id) return answer;
  return null;
}
