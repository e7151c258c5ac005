import { eq, sql } from "drizzle-orm";
import { numberCommitted } from "../../db/notices/notifier.ts";
import { events, outbox } from "../../db/schema/index.ts";
import type { Answer, Json, TestApi } from "./api.ts";

export type RequestBody = {
  id: string;
  status: string;
  title: string;
  description: string;
  columns: string[];
  budget_cents: number | null;
  poster: { name: string };
  answer_count: number;
  expires_at: string;
  ended_at: string | null;
  removed_reason: string | null;
  matches: { dataset: { id: string }; unmet: string[] }[];
};
export type AnswerBody = {
  id: string;
  status: string;
  request: { id: string; status: string };
  dataset: { id: string; title: string } | null;
  note: { content: string; untrusted: boolean } | null;
  seller: { id: string; name: string };
  removed_reason: string | null;
};

const wish = {
  title: "Hourly weather of Seattle",
  description: "Temperature and precipitation by the hour.",
};

export const post = (
  api: TestApi,
  token: string,
  fields: Json = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  api.send("POST", "/requests", { token, body: { ...wish, ...fields }, headers });

/** Posts a request; returns its id. */
export async function postedRequest(
  api: TestApi,
  token: string,
  fields: Json = {},
): Promise<string> {
  const posted = await post(api, token, fields);
  if (posted.status !== 201) throw new Error(`the post failed: ${posted.text}`);
  return String(posted.body.id);
}

export const answer = (
  api: TestApi,
  token: string,
  requestId: string,
  datasetId: string,
  more: { note?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const { headers = {}, ...fields } = more;
  const body = { dataset_id: datasetId, ...fields };
  return api.send("POST", `/requests/${requestId}/answers`, { token, body, headers });
};

/** Answers a request; returns the answer's id. */
export async function answered(
  api: TestApi,
  token: string,
  requestId: string,
  datasetId: string,
): Promise<string> {
  const given = await answer(api, token, requestId, datasetId);
  if (given.status !== 201) throw new Error(`the answer failed: ${given.text}`);
  return String(given.body.id);
}

export type Decision = "accept" | "reject" | "withdraw";

export const decide = (
  api: TestApi,
  token: string,
  key: { requestId: string; answerId: string },
  decision: Decision,
): Promise<Answer> =>
  api.send("POST", `/requests/${key.requestId}/answers/${key.answerId}/${decision}`, { token });

export async function board(api: TestApi, query = "") {
  const listed = await api.send("GET", `/requests${query}`);
  const { items, pagination } = listed.body as {
    items: RequestBody[];
    pagination: { total: number; has_more: boolean; next_cursor: string | null };
  };
  return { status: listed.status, text: listed.text, items, pagination };
}

export async function answersTo(api: TestApi, token: string, requestId: string, query = "") {
  const listed = await api.send("GET", `/requests/${requestId}/answers${query}`, { token });
  return { status: listed.status, items: (listed.body.items ?? []) as AnswerBody[] };
}

/** The events about a request with their recipients, in feed order. */
export async function eventsAbout(
  api: Pick<TestApi, "db">,
  requestId: string,
): Promise<{ type: string; kind: string; id: string }[]> {
  await numberCommitted(api.db);
  const rows = await api.db
    .select()
    .from(events)
    .where(eq(events.subjectId, requestId))
    .orderBy(events.position);
  return rows.map(({ type, principalKind, principalId }) => ({
    type,
    kind: principalKind,
    id: principalId,
  }));
}

/** The mails enqueued about a request, in order: a notice, or the position of an answer. */
export async function mailsAbout(api: Pick<TestApi, "db">, requestId: string): Promise<string[]> {
  const rows = await api.db
    .select({
      what: sql<string>`coalesce(${outbox.payload}->>'notice', ${outbox.payload}->>'position')`,
    })
    .from(outbox)
    .where(
      sql`${outbox.payload}->>'data_request_id' = ${requestId} and ${outbox.subject} = 'jobs.mail'`,
    )
    .orderBy(outbox.id);
  return rows.map(({ what }) => what);
}
