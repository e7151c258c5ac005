/** A decided report and a decided appeal, for the mail world. */
import type { Database } from "../../../db/client.ts";
import { listingDecisions, listingReports } from "../../../db/schema/index.ts";

type Ids = {
  decision: string;
  report: string;
  /** Unconfirmed, then confirmed. */
  visitorReports: readonly [string, string];
  listing: string;
  bidder: string;
};

export async function seedReports(db: Database, ids: Ids, at: Date): Promise<void> {
  const appeal = { appeal: "It is ours.", appealedAt: at, appealDecidedAt: at } as const;
  await db.insert(listingDecisions).values({
    ...{ id: ids.decision, listingId: ids.listing, decision: "suspended", reportCount: 1 },
    ...{ statement: "It is another's.", decidedAt: at, ...appeal },
    ...{ appealOutcome: "rejected", appealStatement: "It is not." },
  });
  await db.insert(listingReports).values({
    ...{ id: ids.report, listingId: ids.listing, accountId: ids.bidder, createdAt: at },
    ...{ reason: "infringes_rights", detail: "It is mine.", decisionId: ids.decision },
  });
  const visitor = {
    listingId: ids.listing,
    reason: "other",
    detail: "So.",
    createdAt: at,
  } as const;
  const [unconfirmed, confirmed] = ids.visitorReports;
  await db.insert(listingReports).values([
    { ...visitor, id: unconfirmed, visitorEmail: "visitor@example.org", isConfirmed: false },
    { ...visitor, id: confirmed, visitorEmail: "other.visitor@example.org" },
  ]);
}
