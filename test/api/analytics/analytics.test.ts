/** Sellers' figures: counted outside of requests, only their own, and without personal data. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { purgeCounts } from "../../../market/analytics/purge-counts.ts";
import type { AnalyticsView, UnmetSearchesView } from "../../../market/analytics/schemas.ts";
import { writeCounts } from "../../../market/analytics/write-counts.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

setDefaultTimeout(60_000);

const api = await testApi({ TRUSTED_PROXY_HOPS: "1" });
const [seller, other] = [await sellerAgent(api), await sellerAgent(api)];
const id = await publishedListing(api, seller.token);

const browser =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const page = { accept: "text/html,*/*;q=0.8", "user-agent": browser };
const write = () => writeCounts(api.ctx, api.audience);

async function open(path: string, headers: Record<string, string> = page): Promise<number> {
  return (await api.send("GET", path, { headers })).status;
}

async function read(token: string, query = ""): Promise<AnalyticsView> {
  const { status, body } = await api.send("GET", `/agent/analytics${query}`, { token });
  expect(status).toBe(200);
  return body as AnalyticsView;
}

test("views, samples, queries and downloads are counted once each, by day and dataset", async () => {
  // Twice: the second time from memory.
  for (let time = 0; time < 2; time += 1) {
    expect(await open(`/datasets/${id}`)).toBe(200);
    await api.send("GET", `/datasets/${id}`, { headers: { accept: "application/json" } });
    await api.send("GET", `/datasets/${id}/sample`);
  }
  expect(await open(`/datasets/${id}/about`)).toBe(200);
  await api.send("GET", `/datasets/${id}/profile`);
  await api.send("GET", `/datasets/${id}/download-url`);
  // None of these is a visit.
  const within = { ...page, referer: `${api.config.PUBLIC_BASE_URL}/datasets/${id}` };
  await open(`/datasets/${id}/use`, within);
  await open(`/datasets/${id}`, { ...page, "sec-purpose": "prefetch;prerender" });
  await open(`/datasets/${id}`, {
    ...page,
    "user-agent": "Googlebot/2.1 (+http://google.com/bot.html)",
  });
  await open(`/datasets/${id}`, { ...page, "user-agent": "" });
  await open(`/datasets/${id.replace(/^.{8}/, "00000000")}`);
  await api.send("HEAD", `/datasets/${id}`);
  await write();
  const { totals, items } = await read(seller.token);
  const counts = { page_views: 3, api_reads: 2, views: 5, samples: 3, queries: 0, downloads: 1 };
  expect(totals.map(({ days }) => days)).toEqual([7, 30, 90]);
  for (const total of totals) expect(total).toMatchObject({ ...counts, purchases: 0 });
  expect(items).toHaveLength(20);
  expect(items[0]).toMatchObject({ day: new Date().toISOString().slice(0, 10), ...counts });
  expect(items[1]).toMatchObject({ views: 0, samples_per_view: null });
  const { items: byDataset } = await read(seller.token, `?by=dataset&dataset_id=${id}`);
  expect(byDataset).toMatchObject([{ day: null, dataset: { id }, ...counts }]);
  expect((await read(other.token, `?dataset_id=${id}`)).totals[0]).toMatchObject({ views: 0 });
});

test("pages of days follow each other without a gap", async () => {
  const days: (string | null)[] = [];
  let cursor = "";
  do {
    const { items, pagination } = await read(seller.token, `?days=90&limit=40${cursor}`);
    days.push(...items.map(({ day }) => day));
    cursor = pagination.next_cursor === null ? "" : `&cursor=${pagination.next_cursor}`;
  } while (cursor !== "");
  expect(days).toHaveLength(90);
  expect(new Set(days).size).toBe(90);
  expect(days.toSorted().toReversed()).toEqual(days);
});

async function unmet(): Promise<UnmetSearchesView["items"]> {
  const { body } = await api.send("GET", "/agent/unmet-searches", { token: other.token });
  return (body as UnmetSearchesView).items;
}

const search = (words: string, address: string, more = "") =>
  api.send("GET", `/datasets?query=${encodeURIComponent(words)}${more}`, {
    headers: { "x-forwarded-for": address },
  });

test("a search that found nothing is shown to sellers once several callers made it", async () => {
  for (let time = 0; time < 9; time += 1) await search("Zorbulon kvartz", "192.0.2.1");
  await search("Zorbulon kvartz", "192.0.2.2");
  await write();
  expect(await unmet()).toEqual([]);
  // Sixteen marks: thirty networks set at least three, but for one case in a million million.
  for (let at = 3; at < 33; at += 1) await search("zorbulon KVARTZ!", `192.0.${at}.1`);
  await search("zorbulon kvartz", "192.0.2.9", "&offset=20");
  await search("anna@zorbulon.example", "192.0.2.9");
  await write();
  const today = new Date().toISOString().slice(0, 10);
  const shown = { words: "zorbulon kvartz", searches: 40, days: [{ day: today, searches: 40 }] };
  expect(await unmet()).toEqual([shown]);
});

test("two processes that write at once add up", async () => {
  const before = (await read(seller.token)).totals[0]?.views ?? 0;
  const several = Array.from({ length: 4 }, async () => {
    api.audience.countVisit(id, "apiReads");
    await write();
  });
  await Promise.all(several);
  await write();
  expect((await read(seller.token)).totals[0]?.views).toBe(before + 4);
});

test("nothing but listing, day, words and numbers is stored, and old rows are deleted", async () => {
  const columns = await api.db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
      where table_name in ('listing_visits', 'unmet_searches') order by 1`);
  expect(columns.map(({ name }) => name)).toEqual([
    "api_reads",
    "callers",
    "day",
    "day",
    "downloads",
    "listing_id",
    "marks",
    "page_views",
    "queries",
    "samples",
    "searches",
    "words",
  ]);
  const dayMs = 86_400_000;
  const later = (days: number) => ({ ...api.ctx, now: () => new Date(Date.now() + days * dayMs) });
  expect(await purgeCounts(later(29))).toBe(0);
  expect(await purgeCounts(later(30))).toBeGreaterThan(0);
  expect(await unmet()).toEqual([]);
  expect((await read(seller.token)).totals[2]?.views).toBeGreaterThan(0);
  expect(await purgeCounts(later(90))).toBe(1);
  expect((await read(seller.token)).totals[2]?.views).toBe(0);
});
