/**
 * Saving, changing and deleting searches while listings go on sale: no match is lost or reported
 * twice.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { matchListings } from "../../../market/saved-search/match-listings.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { attachFile, createDraft, endJob } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";
import { newSaver, newWord, saveSearch, toldBy } from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const saver = await newSaver(api);
const match = () => matchListings(api.ctx);

async function readyDraft(title: string): Promise<string> {
  const id = await createDraft(api, seller.token, { title });
  await endJob(api, await attachFile(api, seller.token, id));
  return id;
}
const idsToldBy = async (search: string) => (await toldBy(api, search)).map(([id]) => id).sort();
const publish = (id: string) => api.send("POST", `/listings/${id}/publish`, seller);

test("a dataset published while a search is saved is either found before or reported", async () => {
  for (let round = 0; round < 6; round += 1) {
    const word = newWord();
    const drafts = await Promise.all([readyDraft(`A ${word}`), readyDraft(`B ${word}`)]);
    const [search] = await Promise.all([
      saveSearch(api, saver, { query: word }),
      ...drafts.map(publish),
      match(),
      match(),
    ]);
    // Only listings that the saving transaction could see are not reported.
    const before = await api.db.execute<{ id: string }>(sql`
      select subject_id as id from audit_log
      where action = 'listing.published' and subject_id in (${sql.join(
        drafts.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})
        and pg_visible_in_snapshot(xmin::text::xid8,
          (select saved_snapshot from saved_searches where id = ${search})::pg_snapshot)`);
    const there = new Set(before.map(({ id }) => id));
    await match();
    expect(await idsToldBy(search)).toEqual(drafts.filter((id) => !there.has(id)).sort());
  }
});

test("a slow publication is reported to a search that was saved meanwhile", async () => {
  const word = newWord();
  const draft = await readyDraft(`Slow ${word}`);
  const held = Promise.withResolvers<void>();
  const publishing = api.db.transaction(async (tx) => {
    const { publishListing } = await import("../../../market/listing/publish-listing.ts");
    const agent = { kind: "agent", agentId: seller.agentId, verified: true } as const;
    await publishListing({ ...api.ctx, db: tx }, agent, draft);
    await held.promise;
  });
  await eventually(async () => {
    const rows = await api.db.execute(sql`select from pg_stat_activity
      where state = 'idle in transaction' and datname = current_database()`);
    return rows.length > 0;
  });
  const search = await saveSearch(api, saver, { query: word });
  held.resolve();
  await publishing;
  await match();
  expect(await toldBy(api, search)).toEqual([[draft, 1]]);
});

test("matching waits for a search that is being saved when the listing goes on sale", async () => {
  const word = newWord();
  const draft = await readyDraft(`Waited ${word}`);
  const saved = Promise.withResolvers<string>();
  const held = Promise.withResolvers<void>();
  const saving = api.db.transaction(async (tx) => {
    const { createSavedSearch } = await import(
      "../../../market/saved-search/create-saved-search.ts"
    );
    const actor = {
      kind: "operator",
      accountId: saver.accountId,
      apiKeyId: saver.apiKeyId,
    } as const;
    const body = { name: "Held", parameters: { query: word }, mail: "none" } as const;
    saved.resolve((await createSavedSearch({ ...api.ctx, db: tx }, actor, body)).id);
    await held.promise;
  });
  const search = await saved.promise;
  await publish(draft);
  const matching = match();
  await eventually(async () => {
    const rows = await api.db.execute(sql`select from pg_locks where locktype = 'advisory'
      and not granted and database = (select oid from pg_database where datname = current_database())`);
    return rows.length === 1;
  });
  held.resolve();
  await Promise.all([saving, matching]);
  expect(await toldBy(api, search)).toEqual([[draft, 1]]);
});

test("many at once, with changes and deletions in between, tell each search once of each", async () => {
  const word = newWord();
  const searches = await Promise.all(
    Array.from({ length: 8 }, () => saveSearch(api, saver, { query: word })),
  );
  const drafts = await Promise.all(Array.from({ length: 6 }, () => readyDraft(`One ${word}`)));
  const [changed = "", deleted = "", ...kept] = searches;
  const rename = (n: number) =>
    api.send("PATCH", `/saved-searches/${changed}`, {
      ...saver,
      body: { name: `Name ${n}`, parameters: { query: `${word} one` } },
    });
  await Promise.all([
    ...drafts.map(publish),
    ...[0, 1, 2, 3].map(match),
    ...[0, 1, 2, 3].map(rename),
    api.send("DELETE", `/saved-searches/${deleted}`, saver),
  ]);
  await match();
  const all = [...drafts].sort();
  for (const search of [changed, ...kept]) expect(await idsToldBy(search)).toEqual(all);
  const left = await api.db.execute(
    sql`select from saved_search_matches where search_id = ${deleted}`,
  );
  expect(left.length).toBe(0);
});
