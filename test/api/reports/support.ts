import { eq } from "drizzle-orm";
import { reportDecisions } from "../../../db/schema/index.ts";
import type { Answer, Json, TestApi } from "../../support/api.ts";

const reportBody = { reason: "personal_data", detail: "Column phone." };

export const reportListing = (
  api: TestApi,
  token: string,
  datasetId: string,
  words?: Json,
): Promise<Answer> => report(api, token, { kind: "dataset", id: datasetId }, words);

export const report = (
  api: TestApi,
  token: string,
  key: { kind: string; id: string },
  words: Json = reportBody,
): Promise<Answer> => api.send("POST", "/reports", { token, body: { ...key, ...words } });

export type ReportBody = {
  id: string;
  subject: { kind: string; id: string; title: string | null; status: string };
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

export async function decisionsOf(api: TestApi, subjectId: string) {
  return api.db.select().from(reportDecisions).where(eq(reportDecisions.subjectId, subjectId));
}
