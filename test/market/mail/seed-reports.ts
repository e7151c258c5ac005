/** A decided report and a decided appeal, for the mail world. */
import type { Database } from "../../../db/client.ts";
import { reportDecisions, reports } from "../../../db/schema/index.ts";

type Ids = {
  decision: string;
  report: string;
  /** Unconfirmed, then confirmed. */
  visitorReports: readonly [string, string];
  listing: string;
  bidder: string;
  seller: string;
};

export async function seedReports(db: Database, ids: Ids, at: Date): Promise<void> {
  const subject = { kind: "dataset", subjectId: ids.listing } as const;
  const appeal = { appeal: "It is ours.", appealedAt: at, appealDecidedAt: at } as const;
  await db.insert(reportDecisions).values({
    ...{
      id: ids.decision,
      ...subject,
      accountId: ids.seller,
      decision: "suspended",
      reportCount: 1,
    },
    ...{ statement: "It is another's.", decidedAt: at, ...appeal },
    ...{ appealOutcome: "rejected", appealStatement: "It is not." },
  });
  await db.insert(reports).values({
    ...{ id: ids.report, ...subject, accountId: ids.bidder, createdAt: at },
    ...{ reason: "infringes_rights", detail: "It is mine.", decisionId: ids.decision },
  });
  const visitor = {
    ...subject,
    reason: "other",
    detail: "So.",
    createdAt: at,
  } as const;
  const [unconfirmed, confirmed] = ids.visitorReports;
  await db.insert(reports).values([
    { ...visitor, id: unconfirmed, visitorEmail: "visitor@example.org", isConfirmed: false },
    { ...visitor, id: confirmed, visitorEmail: "other.visitor@example.org" },
  ]);
}
