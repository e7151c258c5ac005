/** A dataset page's links to related datasets: those sharing a key, and the same file elsewhere. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { listings } from "../../../db/schema/index.ts";
import { RELATED_DATASETS_MAX } from "../../../market/search/limits.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { csvOf, publishCsv } from "../../support/joinable.ts";
import { sha256Of, testMarket } from "../../support/market.ts";
import { offer } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";

const { api, seller } = await testMarket();
const { token } = await verifiedAgent(api);

const range = (many: number, make: (at: number) => string | number) =>
  Array.from({ length: many }, (_, at) => make(at));
const code = (at: number) => `S${String((at * 7919) % 100_003).padStart(5, "0")}`;

/** Each with different bytes, as real files have. */
async function publish(csv: string, title: string): Promise<string> {
  const id = await publishCsv(api, token, csv, { title });
  await change(id, { sha256: sha256Of(v7()) });
  return id;
}
const change = (id: string, values: Partial<typeof listings.$inferInsert>) =>
  api.db.update(listings).set(values).where(eq(listings.id, id));

async function see(id: string, tab = "/about"): Promise<{ text: string; etag: string }> {
  const headers = { accept: "text/html" };
  const {
    status,
    text,
    headers: told,
  } = await api.send("GET", `/datasets/${id}${tab}`, { headers });
  expect(status).toBe(200);
  return { text, etag: String(told.get("etag")) };
}
const sectionOf = (text: string, heading: string) =>
  new RegExp(`<h2>${heading}</h2>(.*?)</section>`, "s").exec(text)?.[1] ?? null;
const related = "Related by shared columns";
const elsewhere = "The same file elsewhere";

test("datasets that share a key are named with the columns and how much they share", async () => {
  const sites = range(400, (at) => code(at % 200));
  const stations = await publish(csvOf({ "sta<b>tion": range(200, code) }), "Stations");
  const readings = await publish(csvOf({ site: sites, n: range(400, (at) => at / 8) }), "<i>Read");
  const shown = sectionOf((await see(stations)).text, related) ?? "";
  expect(shown).toContain(`<a href="/datasets/${readings}"><bdi>&lt;i&gt;Read</bdi></a>`);
  expect(shown).toMatch(
    /sta&lt;b&gt;tion<\/bdi><\/code>.*: ≈ 100 % of the values occur in .*>site</s,
  );
  expect(shown).toContain(`href="/datasets?joinable_with=${stations}"`);
  expect(sectionOf((await see(readings)).text, related)).toContain(`/datasets/${stations}"`);
});

test("a page that names others is made anew in time, and forgets who has gone", async () => {
  const codes = range(120, (at) => `K-${at * 13}`);
  const one = await publish(csvOf({ part: codes }), "Parts");
  const other = await publish(csvOf({ piece: codes, n: range(120, (at) => at / 8) }), "Pieces");
  const before = await see(one);
  expect(sectionOf(before.text, related)).toContain(`/datasets/${other}"`);
  await change(other, { status: "withdrawn" });
  api.clock.skewMs = 11 * 60_000;
  await eventually(async () => sectionOf((await see(one)).text, related) === null);
  api.clock.skewMs = 0;
});

test("where nothing is shared, neither list is there", async () => {
  const none = await publish("a,b\n1,true\n2,false\n", "None");
  const { text } = await see(none);
  expect([sectionOf(text, related), sectionOf(text, elsewhere)]).toEqual([null, null]);
});

test("the same file elsewhere is named once: what costs less there, what does not here", async () => {
  const sha256 = sha256Of(v7());
  const on = (priceCents: number) => offer(api, seller, { sha256, priceCents });
  const own = await on(1000);
  const [cheap, same, dear] = [await on(500), await on(1000), await on(1500)];
  await eventually(async () => sectionOf((await see(own)).text, elsewhere) !== null);
  const { text } = await see(own);
  const less = sectionOf(text, "The same file for less") ?? "";
  const rest = sectionOf(text, elsewhere) ?? "";
  const named = (section: string) =>
    [cheap, same, dear].filter((id) => section.includes(`/datasets/${id}"`));
  expect([named(less), named(rest)]).toEqual([[cheap], [same, dear]]);
  expect(rest).toContain("$15.00");
  for (let left = RELATED_DATASETS_MAX; left > 0; left -= 1) await on(2000 + left);
  await eventually(async () => {
    const links = sectionOf((await see(own)).text, elsewhere)?.match(/\/datasets\//g) ?? [];
    return links.length === RELATED_DATASETS_MAX;
  });
});
