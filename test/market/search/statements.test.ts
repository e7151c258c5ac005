/**
 * The number of statements for a search in a large catalogue, and the statements cached by
 * connections.
 */
import { beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fillListings } from "../../../bench/search-listings.ts";
import { type Database, openDatabase } from "../../../db/client.ts";
import { readStatistics } from "../../../db/queries/search/statistics.ts";
import { searchQuery } from "../../../market/search/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { eventually } from "../../support/stack.ts";
import { openCountedDatabase } from "../counted-database.ts";

const { ctx, databaseUrl } = await testApi();
// Enough rows that the planner's estimates are used instead of a count.
await fillListings(ctx.db, 6000);

const { db: counted, sent } = await forFile(openCountedDatabase(databaseUrl));

async function search(query: Record<string, string>, db: Database = counted) {
  return await searchDatasets({ ...ctx, db }, searchQuery.parse(query));
}

/** Words that occur in a few of the six thousand listings, and not together. */
const word = (at: number) => `w${at}`;

describe("a search of a large catalogue", () => {
  beforeEach(() => {
    sent.length = 0;
  });

  test("reads the statistics of the catalogue once, however many searches there are", async () => {
    for (let at = 0; at < 5; at++) await search({ query: word(at) });
    expect(sent.filter((query) => query.includes("pg_stats"))).toHaveLength(1);
  });

  test("reloads them after a minute in parallel to searches, which wait for it only after ten", async () => {
    const { db } = await forFile(openCountedDatabase(databaseUrl));
    let nowMs = 0;
    const read = () => readStatistics(db, () => nowMs);
    const first = await read();
    await ctx.db.execute(
      sql`update pg_class set reltuples = 7000 where oid = 'listings'::regclass`,
    );
    nowMs = 61_000;
    expect(await read()).toEqual(first);
    await eventually(async () => (await read()).listings === 7000);
    await ctx.db.execute(
      sql`update pg_class set reltuples = 6000 where oid = 'listings'::regclass`,
    );
    nowMs += 600_000;
    expect((await read()).listings).toBe(6000);
  });

  test("asks for the stems of words that it does not know, and not for them again", async () => {
    await search({ query: "common" });
    expect(sent.filter((query) => query.includes("phraseto_tsquery"))).toHaveLength(1);
    sent.length = 0;
    await search({ query: "common", limit: "7" });
    expect(sent.map(kindOf)).toEqual(["candidates", "listings", "reasons"]);
    // A single set is graded as it is read, and not looked up a second time.
    expect(sent.filter((query) => query.includes("ctid"))).toEqual([]);
  });

  test("counts matches of each word in the statement that finds no listing with all of them", async () => {
    const { match } = await search({ query: `common ${word(7)}`, min_price: "0" });
    expect(match).toBe("partial");
    expect(sent.filter((query) => query.includes("as few"))).toHaveLength(1);
    expect(sent.map(kindOf)).toEqual(["stems", "candidates", "listings", "reasons"]);
  });

  test("says that partial matches are not all that there are where only the newest were read", async () => {
    // Tags on a dozen listings each: a word in less than a twentieth of all.
    const tags = Array.from({ length: 24 }, (_, at) => `t${at + 1}`).join(" or ");
    const { match, pagination } = await search({ query: `${tags} zqzqzq` });
    expect([match, pagination.total, pagination.total_is_exact]).toEqual(["partial", 200, false]);
    const few = await search({ query: `${word(5)} zqzqzq` });
    expect([few.match, few.pagination.total_is_exact]).toEqual(["partial", true]);
  });

  test("reads matches of either word together with matches of both, each listing once", async () => {
    const holding = async (query: string) => {
      const rows = await ctx.db.execute<{ id: string }>(sql`
        select id from listings where search_vector @@ ${query}::tsquery
        order by published_at desc, id desc limit 200`);
      return rows.map(({ id }) => id);
    };
    const both = (await holding("w5 & w9000")).length;
    const { match, items, pagination } = await search({ query: `${word(5)} w9000`, limit: "100" });
    expect(sent.map(kindOf)).toEqual(["stems", "candidates", "listings", "reasons"]);
    const either = new Set([...(await holding("w5")), ...(await holding("w9000"))]);
    expect(new Set(items.map(({ id }) => id))).toEqual(either);
    expect([match, pagination.total, items.length]).toEqual(["partial", either.size, either.size]);
    expect(items.filter((item) => item.missing_words.length === 0)).toHaveLength(both);
  });

  test("takes the counts of two words from the rows read, unless a filter omits some", async () => {
    const query = { query: `${word(6)} w9001`, limit: "100" };
    const plain = await search(query);
    expect(sent.filter((statement) => statement.includes("as few"))).toEqual([]);
    const filtered = await search({ ...query, min_price: "0" });
    expect(sent.filter((statement) => statement.includes("as few"))).toHaveLength(1);
    const scored = ({ items }: typeof plain) => items.map(({ id, score }) => ({ id, score }));
    expect(plain.items.length).toBeGreaterThan(4);
    expect(scored(filtered)).toEqual(scored(plain));
  });

  test("reads the words once for all the changes that an empty answer suggests", async () => {
    await search({ query: `common ${word(8)}`, columns: "c1", min_rows: "99999" });
    const asked = sent.map(kindOf);
    expect(asked.filter((kind) => kind === "candidates").length).toBeGreaterThan(4);
    expect(asked.filter((kind) => kind === "stems")).toHaveLength(1);
  });
});

const kinds: [kind: string, part: string][] = [
  ["statistics", "pg_stats"],
  ["stems", "phraseto_tsquery"],
  ["candidates", "string_agg"],
  ["holding", "as counts"],
  ["alike", "similarity("],
  ["reasons", "ts_headline"],
  ["listings", 'from "listings" inner join "agents"'],
];

function kindOf(query: string): string {
  return kinds.find(([, part]) => query.includes(part))?.[0] ?? query;
}

test("no index of words or lists lets much pile up that each search reads through", async () => {
  const rows = await ctx.db.execute<{ name: string; isShort: boolean }>(sql`
    select relname as name, reloptions @> '{gin_pending_list_limit=128}' as "isShort"
    from pg_class join pg_am as am on am.oid = relam
    where amname = 'gin' order by 1`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ isShort }) => !isShort)).toEqual([]);
});

test("no connection lets Postgres use JIT compilation", async () => {
  const { db } = await forFile(Promise.resolve(openDatabase({ url: databaseUrl, poolMax: 1 })));
  const [row] = await db.execute<{ jit: string }>(sql`select current_setting('jit') as jit`);
  expect(row).toEqual({ jit: "off" });
});

test("connections keep a few statements prepared, however many searches there are", async () => {
  const { db } = await forFile(Promise.resolve(openDatabase({ url: databaseUrl, poolMax: 1 })));
  const names = async () => {
    const rows = await db.execute<{ statement: string }>(sql`
      select statement from pg_prepared_statements where statement like '%/* prepared */%'`);
    return rows.map(({ statement }) => kindOf(statement)).sort();
  };
  await search({ query: "common" }, db);
  await search({ query: "comon" }, db);
  const kept = ["alike", "listings", "reasons", "stems"];
  expect(await names()).toEqual(kept);
  for (let at = 20; at < 30; at++) {
    await search({ query: `common ${word(at)}`, limit: String(at), max_price: String(at) }, db);
  }
  expect(await names()).toEqual(kept);
});

describe("facets of more matches than are counted", async () => {
  await ctx.db.execute(sql`update listings set title = 'everywhere ' || title`);
  await ctx.db.execute(sql`analyze listings`);

  test("are of the newest ones, which were ranked, and no word is looked for again", async () => {
    sent.length = 0;
    const { facets, facets_cut, pagination } = await search({
      query: "everywhere",
      facets: "true",
    });
    expect(pagination.total).toBe(6000);
    expect(facets?.format).toEqual({ csv: 2000 });
    expect(facets_cut?.listings).toContain("format");
    const asked = sent.filter((query) => query.includes("with found"));
    expect(asked).toHaveLength(1);
    expect(asked.filter((query) => query.includes("@@"))).toEqual([]);
  });

  test("count all of a facet whose own filter is given as far as there is a bound", async () => {
    const query = { query: "everywhere", facets: "true", format: "csv" };
    const { facets, facets_cut } = await search(query);
    expect(facets?.format).toEqual({ csv: 5000 });
    expect(facets?.price?.free).toBe(666);
    expect(facets_cut?.listings).toContain("format");
  });
});
