import type { Database } from "../../db/client.ts";
import { findStandingContract } from "../../db/queries/auctions/bids.ts";
import { sumDeliveryProbes } from "../../db/queries/bounties/bounties.ts";
import { findContract } from "../../db/queries/listings/contract-checks.ts";
import { countFailedAcceptances, sumProbes } from "../../db/queries/purchases/acceptances.ts";
import type { Offer } from "../../db/queries/purchases/buying.ts";
import { dayMs } from "../../platform/time.ts";
import { matchedSetsMax } from "../profile/leak-budget.ts";
import { type AcceptanceFacts, countProbes } from "./rules.ts";
import type { AcceptanceChoice } from "./schemas.ts";

type Wish = {
  accountId: string;
  listing: Offer["listing"];
  choice: AcceptanceChoice | null;
  now: Date;
  /** A new bid replaces the account's earlier one. */
  replacesBid?: boolean;
};

/** The facts for judging a purchase's or a bid's contract; null: it has none. */
export async function gatherAcceptance(
  tx: Database,
  { accountId, listing, choice, now, replacesBid = false }: Wish,
): Promise<AcceptanceFacts | null> {
  const { id: listingId, currentUploadId: uploadId, rowCount, columnCount } = listing;
  if (choice === null || uploadId === null) return null;
  const isPromised = choice.promised === true;
  const terms = isPromised
    ? ((await findContract(tx, listingId))?.terms ?? null)
    : { schema: choice.schema ?? [] };
  const since = new Date(now.getTime() - dayMs);
  const ofBid = replacesBid ? null : await findStandingContract(tx, { listingId, accountId });
  return {
    terms,
    isPromised,
    probes:
      (await sumProbes(tx, { accountId, uploadId })) +
      (await sumDeliveryProbes(tx, { accountId, uploadId })) +
      (ofBid === null ? 0 : countProbes(ofBid)),
    probesMax: matchedSetsMax({ rows: rowCount ?? 0, cellsPerRow: columnCount ?? 0 }),
    failuresInDay: await countFailedAcceptances(tx, { accountId, since }),
  };
}
