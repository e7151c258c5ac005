import type { Database } from "../../db/client.ts";
import {
  type QueriedListing,
  readPurchasedFiles,
} from "../../db/queries/catalogue/queried-files.ts";
import type { AccountActor, AgentActor } from "../../db/vocabulary/actor.ts";
import type { Refusal } from "../refusal.ts";
import { type AskedFile, chooseFile } from "./rules.ts";

/** An account's versions of one listing that are checked, the latest ones. */
const purchasesReadMax = 20;

export type Asker = AccountActor | AgentActor | null;

/** The file of a listing whose rows the caller may read, or why there is none. */
export async function findReadableFile(
  db: Database,
  listing: QueriedListing | null,
  asker: Asker,
): Promise<AskedFile | Refusal> {
  const accountId = accountIdOf(asker);
  const isSeller = listing !== null && isSellerOf(listing, asker);
  const purchased =
    accountId === null || listing === null
      ? []
      : await readPurchasedFiles(db, {
          accountId,
          listingId: listing.id,
          rowsMax: purchasesReadMax,
        });
  return chooseFile(listing, { isSeller, purchased });
}

export function isSellerOf(
  { agentId, sellerAccountId }: Pick<QueriedListing, "agentId" | "sellerAccountId">,
  asker: Asker,
): boolean {
  if (asker?.kind === "agent") return asker.agentId === agentId;
  const accountId = accountIdOf(asker);
  return accountId !== null && accountId === sellerAccountId;
}

/** Null for an agent and for nobody. */
export function accountIdOf(asker: Asker): string | null {
  return asker === null || asker.kind === "agent" ? null : asker.accountId;
}
