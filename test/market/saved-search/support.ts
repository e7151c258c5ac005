/** Saved searches, and the matches reported for them. */
import { and, asc, eq } from "drizzle-orm";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { events } from "../../../db/schema/index.ts";
import type { Json, TestApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newBuyer } from "../../support/market.ts";

export type Saver = { token: string; accountId: string; apiKeyId: string };

export async function newSaver(api: TestApi): Promise<Saver> {
  const { token, operator } = await newBuyer(api);
  return { token, accountId: operator.accountId, apiKeyId: operator.apiKeyId };
}

/** Saves a search; returns its id. */
export async function saveSearch(
  api: TestApi,
  { token }: { token: string },
  parameters: Json,
  more: Json = {},
): Promise<string> {
  const body = { name: "What I look for", parameters, ...more };
  const answer = await api.send("POST", "/saved-searches", { token, body });
  if (answer.status !== 201) throw new Error(`the search was not saved: ${answer.text}`);
  return String(answer.body.id);
}

/** The datasets that a saved search has reported, with their versions, in event order. */
export async function toldBy(
  api: Pick<TestApi, "db">,
  searchId: string,
): Promise<[string, number][]> {
  await numberCommitted(api.db);
  const rows = await api.db
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.subjectId, searchId), eq(events.type, "saved_search.matched")))
    .orderBy(asc(events.position));
  return rows.map(({ data }) => [String(data.dataset_id), Number(data.dataset_version)]);
}

let words = 0;

/** A word that no other listing contains. */
export function newWord(): string {
  words += 1;
  return `zq${words}x${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, "")
    .slice(0, 6)}`;
}

/** A dataset on sale with these words in its title; returns its id. */
export function onSale(api: TestApi, token: string, title: string, more: Json = {}) {
  return publishedListing(api, token, { title, ...more });
}
