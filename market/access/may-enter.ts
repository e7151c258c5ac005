import type { Database } from "../../db/client.ts";
import { holdAccess } from "../../db/queries/access/access.ts";
import type { Offer } from "../../db/queries/purchases/buying.ts";

/** Whether the listing has no gate, or its seller has approved the account. The listing is locked. */
export async function mayEnter(
  tx: Database,
  accountId: string,
  { listing }: Pick<Offer, "listing">,
): Promise<boolean> {
  if (listing.accessQuestions === null) return true;
  return holdAccess(tx, { listingId: listing.id, accountId });
}
