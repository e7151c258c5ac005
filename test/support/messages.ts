/**
 * Shared by the suites about messages: a market with two sellers and as many buyers as requested.
 */
import { eq, sql } from "drizzle-orm";
import { events, outbox } from "../../db/schema/index.ts";
import type { Answer, TestApi } from "./api.ts";
import type { Market } from "./market.ts";

export type Post = { id: string; thread_id: string };
type ThreadBody = {
  id: string;
  dataset: { id: string; title: string; status: string };
  your_role: string;
  buyer: { name: string };
  seller: { id: string; name: string };
  message_count: number;
  unread_count: number;
  last_message: MessageBody;
};
type MessageBody = {
  id: string;
  from: string;
  is_yours: boolean;
  body: { content: string; content_type: string; untrusted: boolean };
};

export const write = (
  api: TestApi,
  token: string,
  datasetId: string,
  message = "Hello.",
  headers: Record<string, string> = {},
): Promise<Answer> =>
  api.send("POST", `/datasets/${datasetId}/messages`, { token, body: { message }, headers });

export const reply = (
  api: TestApi,
  token: string,
  threadId: string,
  message = "Hello, too.",
  headers: Record<string, string> = {},
): Promise<Answer> =>
  api.send("POST", `/threads/${threadId}/messages`, { token, body: { message }, headers });

/** A thread that the market's buyer started with one message; returns its id. */
export async function threadAbout({ api, buyer }: Market, datasetId: string): Promise<string> {
  const answer = await write(api, buyer.token, datasetId);
  if (answer.status !== 201) throw new Error(`the message failed: ${answer.text}`);
  return (answer.body as Post).thread_id;
}

export async function readThread(api: TestApi, token: string, threadId: string, query = "") {
  const answer = await api.send("GET", `/threads/${threadId}${query}`, { token });
  const { thread, items } = answer.body as { thread: ThreadBody; items: MessageBody[] };
  return { status: answer.status, text: answer.text, body: answer.body, thread, items };
}

export async function listThreads(api: TestApi, token: string, query = "") {
  const answer = await api.send("GET", `/threads${query}`, { token });
  const { items, pagination } = answer.body as {
    items: ThreadBody[];
    pagination: { total: number; has_more: boolean };
  };
  return { status: answer.status, text: answer.text, items, pagination };
}

/** The mail jobs enqueued for a thread, as `side position`, in order. */
export async function mailJobsOf(api: Pick<TestApi, "db">, threadId: string): Promise<string[]> {
  const rows = await api.db
    .select({
      side: sql<string>`${outbox.payload}->>'side'`,
      at: sql<string>`${outbox.payload}->>'position'`,
    })
    .from(outbox)
    .where(sql`${outbox.payload}->>'thread_id' = ${threadId} and ${outbox.subject} = 'jobs.mail'`)
    .orderBy(outbox.id);
  return rows.map(({ side, at }) => `${side} ${at}`);
}

/** The recipients of the thread's events, as `kind id`, with the data of each event. */
export async function eventsOf(api: Pick<TestApi, "db">, threadId: string) {
  return api.db
    .select({
      type: events.type,
      to: sql<string>`${events.principalKind} || ' ' || ${events.principalId}`,
      data: events.data,
    })
    .from(events)
    .where(eq(events.subjectId, threadId))
    .orderBy(events.principalKind);
}
