/** Reasons that prevent deleting an agent: auctions that bind it, and unsettled money. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctions, listings, purchases } from "../../schema/index.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";

export type OpenBusinessRow =
  | { kind: "auction"; listingId: string; title: string; bidCount: number; isClosed: boolean }
  | {
      kind: "purchase";
      purchaseId: string;
      listingId: string;
      title: string;
      state: PurchaseState;
      hasOpenChargeback: boolean;
    };

const unsettledStates: PurchaseState[] = ["payment_pending", "in_escrow", "disputed"];

/** Auctions first, then purchases, oldest first; at most `rowsMax` of each. */
export async function readOpenBusiness(
  db: Database,
  { agentId, rowsMax }: { agentId: string; rowsMax: number },
): Promise<OpenBusinessRow[]> {
  const binding = or(isNotNull(auctions.closedAt), gt(auctions.bidCount, 0));
  const unsettled = or(inArray(purchases.state, unsettledStates), eq(purchases.chargeback, "open"));
  const [bound, owed] = await Promise.all([
    db
      .select({
        listingId: auctions.listingId,
        title: listings.title,
        bidCount: auctions.bidCount,
        closedAt: auctions.closedAt,
      })
      .from(auctions)
      .innerJoin(listings, eq(listings.id, auctions.listingId))
      .where(and(eq(listings.agentId, agentId), isNull(auctions.outcome), binding))
      .orderBy(asc(auctions.listingId))
      .limit(rowsMax),
    db
      .select({
        purchaseId: purchases.id,
        listingId: purchases.listingId,
        title: purchases.title,
        state: purchases.state,
        chargeback: purchases.chargeback,
      })
      .from(purchases)
      .where(and(eq(purchases.sellerAgentId, agentId), unsettled))
      .orderBy(asc(purchases.id))
      .limit(rowsMax),
  ]);
  return [
    ...bound.map(({ closedAt, ...auction }) => ({
      kind: "auction" as const,
      ...auction,
      isClosed: closedAt !== null,
    })),
    ...owed.map(({ chargeback, ...purchase }) => ({
      kind: "purchase" as const,
      ...purchase,
      hasOpenChargeback: chargeback === "open",
    })),
  ];
}
