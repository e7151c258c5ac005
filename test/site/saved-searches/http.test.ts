/** Saved searches on the website: what the forms save, who may see them, and their matches. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { savedSearches } from "../../../db/schema/index.ts";
import { matchListings } from "../../../market/saved-search/match-listings.ts";
import { newWord, onSale, saveSearch, toldBy } from "../../market/saved-search/support.ts";
import { testMarket } from "../../support/market.ts";
import { newOwner } from "../../support/operators.ts";
import { type Visitor, visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const { api, seller } = await testMarket();
const newPerson = async () => visitorOf(api, await newOwner(api));
const list = "/account/saved-searches";

/** Saves a search with the form; returns its page's path. */
async function save(person: Visitor, fields: Record<string, string>): Promise<string> {
  const { status, headers } = await person.submit(`${list}/new`, {
    name: "Mine",
    mail: "none",
    ...fields,
  });
  expect(status).toBe(303);
  return (headers.get("location") ?? "").replace("?done=search_saved", "");
}

const rowOf = async (path: string) => {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const [row] = await api.db.select().from(savedSearches).where(eq(savedSearches.id, id));
  return row;
};

describe("a saved search", () => {
  test("is filled in by a link, saved once though posted twice, and tells what it finds", async () => {
    const person = await newPerson();
    const word = newWord();
    const link = `${list}/new?query=${word}&free=false&tags=a,b&limit=5&mail=weekly`;
    const { text: form } = await person.open(link);
    for (const filled of [`value="${word}"`, 'value="free=false&tags=a,b"']) {
      expect(form.replaceAll("&amp;", "&")).toContain(filled);
    }
    expect(form).toMatch(/value="weekly"\s+checked/);

    const fields = { name: `About ${word}`, mail: "weekly", query: word, more: "free=true" };
    const posted = { ...fields, category: "pricing", once: crypto.randomUUID() };
    const first = await person.submit(`${list}/new`, posted);
    const second = await person.submit(`${list}/new`, posted);
    const path = first.headers.get("location") ?? "";
    expect(second.headers.get("location")).toBe(path);
    const searchId = /([0-9a-f-]{36})\?done=search_saved$/.exec(path)?.[1] ?? "";
    expect(await rowOf(searchId)).toMatchObject({
      name: `About ${word}`,
      mail: "weekly",
      parameters: { query: word, category: ["pricing"], free: "true" },
    });

    const title = `Rows <b data-hostile> of ${word}`;
    const id = await onSale(api, seller.token, title, { category: "pricing" });
    await matchListings(api.ctx);
    const { text } = await person.open(path);
    expect(await toldBy(api, searchId)).toEqual([[id, 1]]);
    expect(text).toMatch(/Pricing.*Weekly.*1 dataset/s);
    expect(text).toContain(`href="/datasets/${id}"`);
    expect(text).toContain("Rows &lt;b data-hostile&gt; of");
    expect((await person.open(list)).text.match(/saved-searches\/[0-9a-f-]{36}"/g)).toHaveLength(1);
    expect((await person.open("/account/audit")).text).toContain("Search saved");
  });

  test("is saved from the catalogue's page at once, named by its filters, and only once", async () => {
    const person = await newPerson();
    const word = newWord();
    const query = `query=${word}&max_price=30&category=sensor`;
    const { text } = await api.send("GET", `/datasets?${query}&sort=price`, {
      headers: { accept: "text/html" },
    });
    const [, search = ""] = /name="search" value="([^"]*)"/.exec(text) ?? [];
    const send = (headers: Record<string, string>) =>
      api.send("POST", `${list}/save`, {
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ search: search.replaceAll("&amp;", "&") }).toString(),
      });
    const saved = await send(person.headers);
    const path = saved.headers.get("location") ?? "";
    expect(path).toEndWith("?done=search_saved");
    expect(await rowOf(path.replace("?done=search_saved", ""))).toMatchObject({
      name: `${word}, Up to $30, Sensor`,
      mail: "daily",
      parameters: { query: word, max_price: "30", category: ["sensor"] },
    });
    expect((await send(person.headers)).headers.get("location")).toBe(path);

    const { cookie } = person.headers;
    for (const site of ["cross-site", "same-site", "none"]) {
      expect((await send({ cookie, "sec-fetch-site": site })).status).toBe(403);
    }
    const signedOut = await send({ "sec-fetch-site": "same-origin" });
    expect([signedOut.status, signedOut.text]).toEqual([
      403,
      expect.stringContaining(encodeURIComponent(`${list}/new?query=${word}`)),
    ]);
  });

  test("is changed, paused, resumed and deleted; filters without a field stay", async () => {
    const person = await newPerson();
    const word = newWord();
    const path = await save(person, { query: word, more: "max_bytes=1000000&language=de" });
    const { text: form } = await person.open(`${path}/edit`);
    expect(form.replaceAll("&amp;", "&")).toContain('value="language=de&max_bytes=1000000"');
    const edit = { name: "New", mail: "daily", query: word, max_price: "2.50", more: "" };
    const edited = await person.submit(`${path}/edit`, edit);
    expect(edited.headers.get("location")).toBe(`${path}?done=search_changed`);
    const changed = { name: "New", mail: "daily", parameters: { query: word, max_price: "2.50" } };
    expect(await rowOf(path)).toMatchObject(changed);
    expect((await person.open(path)).text).toContain("$2.50");

    await person.submit(`${path}/state`, { paused: "yes" });
    expect((await person.open(path)).text).toContain("You paused it.");
    expect((await person.submit(`${path}/state`, { paused: "maybe" })).status).toBe(400);
    await person.submit(`${path}/state`, { paused: "no" });
    expect((await rowOf(path))?.pausedAt).toBe(null);

    const gone = await person.submit(`${path}/delete`);
    expect(gone.headers.get("location")).toBe(`${list}?done=search_deleted`);
    expect((await person.open(path)).status).toBe(404);
    expect((await person.open(list)).text).toContain("No saved search yet");
  });

  test("that the marketplace has paused says why, and goes on when it asks for something else", async () => {
    const person = await newPerson();
    const word = newWord();
    const path = await save(person, { query: word });
    const paused = { pausedAt: new Date(), pausedReason: "parameters_invalid" as const };
    const broken = { ...paused, pausedDetail: "gone_filter: unknown" };
    const { id = "" } = (await rowOf(path)) ?? {};
    const parameters = { query: word, gone_filter: "1" };
    await api.db
      .update(savedSearches)
      .set({ ...broken, parameters })
      .where(eq(savedSearches.id, id));
    const { text } = await person.open(path);
    expect(text).toContain("gone_filter: unknown");
    expect(text).not.toContain("Resume");
    expect((await person.open("/account")).text).toContain("We paused 1 saved search");
    const same = { name: "Renamed", mail: "none", query: word, more: "gone_filter=1" };
    expect((await person.submit(`${path}/edit`, same)).status).toBe(303);
    expect(await rowOf(path)).toMatchObject({ name: "Renamed", pausedReason: broken.pausedReason });
    expect((await person.submit(`${path}/edit`, { ...same, more: "" })).status).toBe(303);
    expect(await rowOf(path)).toMatchObject({ pausedReason: null, parameters: { query: word } });
    expect((await person.open("/account")).text).not.toContain("We paused 1 saved search");
  });

  test("of an own agent is seen, changed and ended by its owner", async () => {
    const word = newWord();
    const id = await saveSearch(api, seller, { query: word }, { name: "Of the agent" });
    const owner = await visitorOf(api, seller.owner);
    expect((await owner.open(list)).text).toMatch(/Of the agent.*of your agent/s);
    await owner.submit(`${list}/${id}/state`, { paused: "yes" });
    const seen = await api.send("GET", `/saved-searches/${id}`, seller);
    expect(seen.body).toMatchObject({ paused: true, paused_reason: "by_request" });
    await owner.submit(`${list}/${id}/delete`);
    expect((await api.send("GET", `/saved-searches/${id}`, seller)).status).toBe(404);
  });

  test("of others is 404 for every page and form, and stays as it was", async () => {
    const person = await newPerson();
    const stranger = await newPerson();
    const path = await save(person, { query: newWord(), name: "Private one" });
    const before = await rowOf(path);
    const edit = { name: "Stolen", mail: "none", query: "rain" };
    const seen = [
      await stranger.open(path),
      await stranger.open(`${path}/edit`),
      await stranger.submit(`${path}/edit`, edit),
      await stranger.submit(`${path}/state`, { paused: "yes" }),
      await stranger.submit(`${path}/delete`),
      await stranger.open(`${list}/not-an-id`),
    ];
    for (const { status, text } of seen) {
      expect(status).toBe(404);
      expect(text).not.toContain("Private one");
    }
    expect(await rowOf(path)).toEqual(before);
  });
});

describe("a faulty form", () => {
  const faults: [fields: Record<string, string>, said: string][] = [
    [{ query: "rain", max_price: "a lot" }, 'id="max_price-error"'],
    [{ query: "rain", min_rows: "-1" }, 'id="min_rows-error"'],
    [{ query: "rain", category: "nonsense" }, 'id="category-error"'],
    [{ query: "rain", country: "Atlantis" }, 'id="country-error"'],
    [{ query: "rain", more: "no_such_filter=1" }, 'id="more-error"'],
    [{ query: "rain", more: "query=snow" }, "query has a field of its own"],
    [{ query: "rain", more: "limit=5" }, "Belongs to a page of the answer"],
    [{ query: "rain", more: "joinable_with=0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b" }, "joinable"],
    [{ query: "" }, "Is empty: give at least one parameter"],
    [{ query: "rain", name: "" }, 'id="name-error"'],
    [{ query: "rain", mail: "hourly" }, 'id="mail-error"'],
  ];

  test.each(faults)("of %j comes back as it was typed, and saves nothing", async (fields, said) => {
    const person = await newPerson();
    const typed = { name: "Mine", mail: "none", license: `"<i data-hostile>`, ...fields };
    const { license: _hostile, ...harmless } = typed;
    const answer = await person.submit(`${list}/new`, harmless);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(said);
    expect(answer.text).toContain(`value="${fields.query}"`);
    const hostile = await person.submit(`${list}/new`, typed);
    expect(hostile.status).toBe(400);
    expect(hostile.text).not.toContain("<i data-hostile");
    expect((await person.open(list)).text).toContain("No saved search yet");
  });

  test("of an edit leaves the search as it was", async () => {
    const person = await newPerson();
    const word = newWord();
    const path = await save(person, { query: word });
    await person.submit(`${path}/edit`, { name: "Mine", mail: "none", query: "x", max_price: "-" });
    await onSale(api, seller.token, `Still ${word}`);
    await matchListings(api.ctx);
    expect(await toldBy(api, path.slice(path.lastIndexOf("/") + 1))).toHaveLength(1);
  });
});
