/** Which listings a saved search reports, and which it does not. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { listingsToMatch, savedSearches } from "../../../db/schema/index.ts";
import { SAVED_SEARCH_MATCHES_PER_DAY_MAX } from "../../../market/saved-search/limits.ts";
import { matchListings } from "../../../market/saved-search/match-listings.ts";
import { dayOf } from "../../../market/saved-search/rules.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishNext } from "../../support/listings.ts";
import { newSaver, newWord, onSale, saveSearch, toldBy } from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const saver = await newSaver(api);
const match = () => matchListings(api.ctx);

describe("a saved search", () => {
  test("reports each matching dataset and new version once", async () => {
    const word = newWord();
    const search = await saveSearch(api, saver, { query: `${word} weather` });
    const other = await saveSearch(api, saver, { query: `${word} rain` });
    const id = await onSale(api, seller.token, `Weather of ${word}`);
    await match();
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
    await publishNext(api, seller.token, id);
    await match();
    expect(await toldBy(api, search)).toEqual([
      [id, 1],
      [id, 2],
    ]);
    expect(await toldBy(api, other)).toEqual([]);
    const { body } = await api.send("GET", `/saved-searches/${search}/matches`, saver);
    expect(body.items).toMatchObject([
      { dataset_id: id, dataset_version: 2, dataset: { id, version: 2 } },
      { dataset_id: id, dataset_version: 1, dataset: { id } },
    ]);
  });

  test("reports neither earlier datasets nor its own account's", async () => {
    const word = newWord();
    await onSale(api, seller.token, `Before ${word}`);
    const search = await saveSearch(api, saver, { query: word });
    const own = await saveSearch(api, seller, { query: word });
    await match();
    expect(await toldBy(api, search)).toEqual([]);
    const id = await onSale(api, seller.token, `After ${word}`);
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
    expect(await toldBy(api, own)).toEqual([]);
  });

  const word = newWord();
  const auction = {
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    start_price_cents: 700,
  };
  const asked: [parameters: Record<string, unknown>, isFound: boolean][] = [
    [{ query: word, category: "pricing" }, true],
    [{ query: word, category: "sensor" }, false],
    [{ category: "pricing", tags: [word] }, true],
    [{ columns: "sepal,species", tags: word }, true],
    [{ columns: ["sepal", "petal"], tags: word }, false],
    [{ query: word, max_price: 7 }, true],
    [{ query: word, max_price_cents: 699 }, false],
    [{ query: word, min_price: "6.5", pricing_type: "auction" }, true],
    [{ query: word, free: true }, false],
    [{ free: false, format: "csv" }, true],
    [{ query: `"auction of ${word}"` }, true],
    [{ query: `"of auction ${word}"` }, false],
    [{ query: `${word} -auction` }, false],
    [{ query: "-nosuchword", pricing_type: "auction" }, true],
    [{ sort: "ending", query: word }, true],
    [{ min_rows: 1 }, true],
    // Filters from words, interpreted as the search interprets them.
    [{ query: `${word} under 8 dollars` }, true],
    [{ query: `dataset with ${word} as csv` }, true],
  ];

  test("finds the same as the search, auctions included", async () => {
    const searches = await Promise.all(
      asked.map(([parameters]) => saveSearch(api, saver, parameters)),
    );
    const fields = { pricing_type: "auction", auction, category: "pricing", tags: [word] };
    const id = await onSale(api, seller.token, `An auction of ${word}`, fields);
    await match();
    const told = await Promise.all(searches.map((search) => toldBy(api, search)));
    expect(told).toEqual(asked.map(([, isFound]) => (isFound ? [[id, 1]] : [])));
    // Each agrees with the search itself.
    for (const [index, [parameters, isFound]] of asked.entries()) {
      const { body } = await api.send("GET", `/saved-searches/${searches[index]}`, saver);
      const { search } = body.links as { search: string };
      const found = await api.send("GET", search.replace(api.config.PUBLIC_BASE_URL, ""));
      expect([parameters, found.status]).toEqual([parameters, 200]);
      const ids = (found.body.items as { id: string }[]).map((item) => item.id);
      expect([parameters, ids.includes(id)]).toEqual([parameters, isFound]);
    }
  });

  test("keeps to the filters that its words say, where the search falls back to the plain words", async () => {
    const word = newWord();
    const search = await saveSearch(api, saver, { query: `${word} under 6 dollars` });
    await onSale(api, seller.token, `Dear ${word}`, { price_cents: 700 });
    const id = await onSale(api, seller.token, `Cheap ${word}`, { price_cents: 500 });
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
  });

  test("that is paused, or whose account is suspended, never reports matches of that time", async () => {
    const word = newWord();
    const suspended = await newSaver(api);
    const search = await saveSearch(api, saver, { query: word });
    const held = await saveSearch(api, suspended, { query: word });
    await api.send("PATCH", `/saved-searches/${search}`, { ...saver, body: { paused: true } });
    await api.db.execute(sql`update accounts set suspended_at = now(), suspended_reason = 'test'
      where id = ${suspended.accountId}`);
    await onSale(api, seller.token, `Meanwhile ${word}`);
    await match();
    await api.send("PATCH", `/saved-searches/${search}`, { ...saver, body: { paused: false } });
    const id = await onSale(api, seller.token, `Later ${word}`);
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
    expect(await toldBy(api, held)).toEqual([]);
  });

  test("of a revoked agent tells nothing more", async () => {
    const word = newWord();
    const agent = await sellerAgent(api);
    const search = await saveSearch(api, agent, { query: word });
    const id = await onSale(api, seller.token, `First ${word}`);
    await match();
    await api.db.execute(
      sql`update agents set state = 'revoked', revoked_at = now() where id = ${agent.agentId}`,
    );
    await onSale(api, seller.token, `Second ${word}`);
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
  });

  test("asks by its new query from its change on", async () => {
    const [first, second] = [newWord(), newWord()];
    const search = await saveSearch(api, saver, { query: first });
    const body = { parameters: { query: second } };
    await api.send("PATCH", `/saved-searches/${search}`, { ...saver, body });
    await onSale(api, seller.token, `Of ${first}`);
    const id = await onSale(api, seller.token, `Of ${second}`);
    await match();
    expect(await toldBy(api, search)).toEqual([[id, 1]]);
  });

  test("whose parameters are not valid any more is paused with the reason, and told so", async () => {
    const word = newWord();
    const search = await saveSearch(api, saver, { query: word });
    await api.db
      .update(savedSearches)
      .set({ parameters: { query: word, no_such_filter: 1 }, filters: null })
      .where(eq(savedSearches.id, search));
    await onSale(api, seller.token, `Of ${word}`);
    await match();
    expect(await toldBy(api, search)).toEqual([]);
    const { body } = await api.send("GET", `/saved-searches/${search}`, saver);
    expect(body).toMatchObject({ paused: true, paused_reason: "parameters_invalid" });
    expect(body.paused_detail).toContain("no_such_filter");
    const feed = await api.send("GET", "/events?types=saved_search.paused", saver);
    expect(feed.body.items).toMatchObject([{ subject: { kind: "saved_search", id: search } }]);
    const resumed = { ...saver, body: { paused: false } };
    expect((await api.send("PATCH", `/saved-searches/${search}`, resumed)).status).toBe(400);
    const mended = { ...saver, body: { parameters: { query: word } } };
    const answer = await api.send("PATCH", `/saved-searches/${search}`, mended);
    expect(answer.body).toMatchObject({ paused: false, paused_reason: null });
  });

  test("cannot ask for joinable datasets: it is refused, and one that does is paused", async () => {
    const id = await onSale(api, seller.token, `Keys of ${newWord()}`);
    const word = newWord();
    const parameters = { query: word, joinable_with: id };
    const body = { name: "Joins", parameters };
    const refused = await api.send("POST", "/saved-searches", { ...saver, body });
    expect(refused.status).toBe(400);
    const fault = { pointer: "/parameters/joinable_with", code: "not_saved" };
    expect(refused.body.errors).toMatchObject([fault]);
    const search = await saveSearch(api, saver, { query: word });
    const patched = await api.send("PATCH", `/saved-searches/${search}`, {
      ...saver,
      body: { parameters },
    });
    expect(patched.status).toBe(400);
    await api.db
      .update(savedSearches)
      .set({ parameters, filters: null })
      .where(eq(savedSearches.id, search));
    await onSale(api, seller.token, `Of ${word}`);
    await match();
    expect(await toldBy(api, search)).toEqual([]);
    const { body: kept } = await api.send("GET", `/saved-searches/${search}`, saver);
    expect(kept).toMatchObject({ paused: true, paused_reason: "parameters_invalid" });
    expect(kept.paused_detail).toContain("joinable");
  });

  test("with too many matches in a day is paused, and its reports stay within the limit", async () => {
    const word = newWord();
    const search = await saveSearch(api, saver, { query: word });
    await api.db
      .update(savedSearches)
      .set({
        matchDay: dayOf(api.ctx.now()),
        matchesOfDay: SAVED_SEARCH_MATCHES_PER_DAY_MAX - 1,
      })
      .where(eq(savedSearches.id, search));
    const ids = [
      await onSale(api, seller.token, `A ${word}`),
      await onSale(api, seller.token, word),
    ];
    await match();
    expect(await toldBy(api, search)).toHaveLength(1);
    const { body } = await api.send("GET", `/saved-searches/${search}/matches`, saver);
    expect(body).toMatchObject({
      saved_search: { paused_reason: "too_many_matches" },
      pagination: { total: 1 },
    });
    expect(ids).toContain(String((body.items as { dataset_id: string }[])[0]?.dataset_id));
  });
});

test("a listing that was taken off before it was matched is matched when it comes back", async () => {
  const word = newWord();
  const search = await saveSearch(api, saver, { query: word });
  const id = await onSale(api, seller.token, `Of ${word}`);
  await api.db.execute(sql`update listings set status = 'suspended', suspended_at = now(),
    suspended_reason = 'test', suspended_by = 'listing' where id = ${id}`);
  await match();
  expect(await toldBy(api, search)).toEqual([]);
  const { restoreListing } = await import("../../../market/administration/restore-listing.ts");
  const admin = { kind: "admin", accountId: saver.accountId, email: "a@example.com" } as const;
  await restoreListing(api.ctx, admin, id);
  await match();
  expect(await toldBy(api, search)).toEqual([[id, 1]]);
});

test("nothing waits when all is reported", async () => {
  await match();
  expect(await api.db.select().from(listingsToMatch)).toEqual([]);
});
