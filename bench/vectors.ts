/**
 * How long a search of vectors takes by their number: `bun bench/vectors.ts --database URL
 * [--listings 10000,100000] [--dimensions 384]`. URL is an empty database, with pgvector or without;
 * its vectors are random, and nothing that it holds afterwards is of use.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { ensureSignsIndex } from "../db/queries/search/vector-index.ts";
import { findNearest, findSearchedModel } from "../db/queries/search/vectors.ts";
import { similarity, toSigns } from "../market/search/embed/rules.ts";
import { chooseSort } from "../market/search/rules.ts";
import { searchFilters } from "../market/search/search-filters.ts";
import { fillVectors, openModel } from "./parts/random-vectors.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    listings: { type: "string", default: "10000,100000" },
    dimensions: { type: "string", default: "384" },
  },
});
if (values.database === undefined) throw new Error("--database is missing");
const dimensions = Number(values.dimensions);
const searches = 40;
const key = { name: "bench", textVersion: 1 };

await migrateDatabase(values.database);
const { db, close } = openDatabase({
  url: values.database,
  poolMax: 2,
  limits: {
    connectSecondsMax: 10,
    slotWaitMsMax: 10_000,
    lockWaitMsMax: 10_000,
    statementMsMax: 3_600_000,
    stallMsMax: 3_600_000,
  },
});
const model = await openModel(db, key.name, { textVersion: key.textVersion, dimensions });
const filters = { ...searchFilters({ limit: 20, offset: 0 }, chooseSort({})), words: undefined };

async function growTo(count: number, from: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into listings (id, agent_id, status, title, description, category, tags, pricing_type,
        price_cents, created_at, updated_at, published_at, current_upload_id, version, column_names)
      select gen_random_uuid(), gen_random_uuid(), 'active', 'Title ' || n, 'Text', 'other', '{}',
        'buy_it_now', n % 1000, now(), now(), now(), gen_random_uuid(), 1, '{}'
      from generate_series(${from}::int, ${count - 1}::int) as n`);
  });
  await db.execute(sql`vacuum analyze listings`);
  await fillVectors(db, model, count);
}

function randomVector(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / norm);
}

async function measure(label: string, count: number, changes: Partial<typeof filters>) {
  const times: number[] = [];
  let loopMsMax = 0;
  for (let round = 0; round < searches; round += 1) {
    const searched = await findSearchedModel(db, key);
    if (searched === null) throw new Error("there is no model");
    const vector = randomVector();
    const signs = toSigns(vector);
    const startedAt = performance.now();
    const rows = await findNearest(db, {
      model: searched,
      signs,
      filters: { ...filters, ...changes },
      weighedMax: 0,
    });
    const readAt = performance.now();
    for (const row of rows) similarity(vector, row.vector);
    loopMsMax = Math.max(loopMsMax, performance.now() - readAt);
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  process.stdout.write(
    `| ${count} | ${dimensions} | ${label} | ${at(0.5)} | ${at(0.95)} | ${loopMsMax.toFixed(1)} |\n`,
  );
}

process.stdout.write(
  "| vectors | numbers | way | p50 ms | p95 ms | weighing, longest ms |\n|---|---|---|---|---|---|\n",
);
let present = 0;
for (const count of values.listings.split(",").map(Number)) {
  await db.execute(sql.raw(`drop index if exists listing_embedding_signs_near_${model.id}`));
  await growTo(count, present);
  present = count;
  await measure("signs of all", count, {});
  await measure("signs of all, one listing of a thousand passes the filter", count, {
    max_price_cents: 0,
  });
  const startedAt = performance.now();
  const state = await ensureSignsIndex(db, model);
  if (state !== "built") continue;
  process.stdout.write(
    `| ${count} | | index built in ${Math.round((performance.now() - startedAt) / 1000)} s | | | |\n`,
  );
  await measure("pgvector", count, {});
  await measure("pgvector, one listing of a thousand passes the filter", count, {
    max_price_cents: 0,
  });
}
await close();
process.exit(0);
