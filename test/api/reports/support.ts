import { eq } from "drizzle-orm";
import { listingDecisions } from "../../../db/schema/index.ts";
import type { Answer, Json, TestApi } from "../../support/api.ts";

const reportBody: Json = { reason: "personal_data", detail: "Column phone." };

export const reportListing = (
  api: TestApi,
  token: string,
  datasetId: string,
  body: Json = reportBody,
): Promise<Answer> => api.send("POST", `/datasets/${datasetId}/reports`, { token, body });

export type ReportBody = {
  id: string;
  dataset: { id: string; title: string; status: string };
  status: string;
  detail: string | null;
  decision: {
    decision: string;
    statement: string;
    appeal: { outcome: string; statement: string } | null;
  } | null;
};

export async function ownReports(api: TestApi, token: string): Promise<ReportBody[]> {
  const { body } = await api.send("GET", "/reports", { token });
  return body.items as ReportBody[];
}

export async function decisionsOf(api: TestApi, listingId: string) {
  return api.db.select().from(listingDecisions).where(eq(listingDecisions.listingId, listingId));
}
