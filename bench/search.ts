/**
 * The catalogue search over many listings: `bun bench/search.ts [listings] [runs] [shared_buffers]
 * [folder] [server]`. Postgres generates the rows itself, in `folder` if given, where they stay for
 * the next run. Queries go through the API, as an agent's do. It also measures dataset details,
 * whose search for the same bytes elsewhere covers as many listings. `server` is another Postgres
 * than the embedded one (`/usr/lib/postgresql/15`). With pgvector every listing has a vector;
 * without it, as many as are searched without an index.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { ensureSignsIndex } from "../db/queries/search/vector-index.ts";
import { startEmbeddings } from "../dev/parts/embeddings.ts";
import { freePort } from "../dev/parts/ports.ts";
import { joinKeyOf } from "../market/profile/join/join-key.ts";
import { lookedAtMax } from "../market/search/embed/find-near.ts";
import { EMBEDDED_TEXT_VERSION } from "../market/search/embed/rules.ts";
import { localModel } from "../platform/embeddings/model-config.ts";
import { fillJoins, joinedTogether } from "./parts/made-joins.ts";
import { fillVectors, openModel } from "./parts/random-vectors.ts";
import { backendPids, startProcessorMs } from "./processor-time.ts";
import { fillOrKeepListings, listingIdOf } from "./search-listings.ts";
import { startStack } from "./stack.ts";

const listings = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 100);
const [, , , , sharedBuffers = "1GB", postgresDir, server] = process.argv;
/** The same in every run, because the data in a kept folder depends on it. */
const sketchSecret = "the same secret in every run of this bench";
const stack = await startStack({
  postgresSettings: { shared_buffers: sharedBuffers, maintenance_work_mem: "2GB" },
  postgresDir,
  postgresServer: server === undefined ? undefined : { folder: server, libraryPath: "" },
  variables: { SKETCH_SECRET: sketchSecret },
});

/** Twelve words. Only the first `known` exist in the catalogue. */
function manyWords(run: number, known: number): string {
  const word = (index: number) =>
    index < known ? `w${(run * 7 + index * 331) % 20_000}` : `zq${run}x${index}`;
  return Array.from({ length: 12 }, (_, index) => word(index)).join("+");
}

const fillers = (run: number) => `dataset+with+w${(run * 41) % 20_000}+data+for+machine+learning`;

const searches: [name: string, query: (run: number) => string][] = [
  ["selective: two rare words", (run) => `query=w${(run * 37) % 20_000}+w${(run * 91) % 20_000}`],
  ["selective: a rare word", (run) => `query=w${(run * 37) % 20_000}`],
  ["selective: a rare column", (run) => `columns=c${run % 3000}`],
  ["selective: a rare word and a price", (run) => `query=w${(run * 53) % 20_000}&max_price=20`],
  ["broad: a word of a tenth", (run) => `query=common&limit=${20 + (run % 5)}`],
  [
    "broad: a word of a tenth, by price",
    (run) => `query=common&sort=price&limit=${20 + (run % 5)}`,
  ],
  ["broad: a category, newest", (run) => `category=text&limit=${20 + (run % 5)}`],
  [
    "broad: a word of a tenth, with facets",
    (run) => `query=common&facets=true&limit=${20 + (run % 5)}`,
  ],
  ["all: newest", (run) => `limit=${20 + (run % 5)}`],
  ["partial: two rare words apart", (run) => `query=w${(run * 37) % 20_000}+zq${run}`],
  ["partial: twelve words, of which two are known", (run) => `query=${manyWords(run, 2)}`],
  ["partial: twelve rare words", (run) => `query=${manyWords(run, 12)}&facets=true`],
  ["filler: dataset with … for machine learning", (run) => `query=${fillers(run)}`],
  [
    "nothing: suggestions",
    (run) => `query=common+w${(run * 7) % 20_000}&columns=c${run}&min_rows=99999`,
  ],
  ["misspelt: mended, then searched", (run) => `query=w${10_000 + run * 7}x`],
];

/** The number of listings with columns that may be keys. */
const joinedListings = Math.min(500, listings);

type Kind = [name: string, path: (run: number) => string];

const kinds: Kind[] = [
  ...searches.map(([name, query]): [string, (run: number) => string] => [
    name,
    (run) => `?${query(run)}`,
  ]),
  // A third of all listings is free. They are skipped, because nothing can cost less.
  ["detail, not kept: the same bytes once more", (run) => `/${listingIdOf(10_001 + 6 * run)}`],
  [
    "detail, not kept: of a thousand copies",
    (run) => `/${listingIdOf(1000 * (2 + 3 * (run % 300)))}`,
  ],
  [
    `joinable_with: twenty columns that ${joinedTogether - 1} others have`,
    (run) => `?joinable_with=${listingIdOf(1 + ((run * 7) % joinedListings))}`,
  ],
];

const ofFusion = new Set([
  "selective: two rare words",
  "selective: a rare word",
  "selective: a rare word and a price",
  "broad: a word of a tenth",
  "partial: two rare words apart",
  "partial: twelve words, of which two are known",
  "filler: dataset with … for machine learning",
]);

/**
 * A new process runs code that is not compiled yet, so each search runs this often before any is
 * measured. After 300 searches in total, the API still takes half as long again as after 1,000.
 */
const warmUpRuns = 100;

type Measured = { times: number[]; postgresMs: number; apiMs: number };

type Api = { url: string; pid: number };

async function ask({ url }: Api, path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/datasets${path}`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - start;
}

async function warmUp(api: Api): Promise<void> {
  for (const [, query] of searches) {
    for (let run = 0; run < warmUpRuns; run += 1) await ask(api, `?${query(runs + 3 + run)}`);
  }
}

async function measure(api: Api, path: (run: number) => string): Promise<Measured> {
  for (let run = 0; run < 3; run += 1) await ask(api, path(run));
  const postgresMs = startProcessorMs(await backendPids(stack.database.db));
  const apiMs = startProcessorMs([api.pid]);
  const times: number[] = [];
  for (let run = 3; run < runs + 3; run += 1) times.push(await ask(api, path(run)));
  return {
    times: times.sort((a, b) => a - b),
    postgresMs: postgresMs() / runs,
    apiMs: apiMs() / runs,
  };
}

async function measureAll(api: Api, asked: Kind[]): Promise<void> {
  await warmUp(api);
  process.stdout.write(
    "| query | p50 ms | p95 ms | Postgres, processor ms | API, processor ms |\n",
  );
  process.stdout.write("|---|---|---|---|---|\n");
  for (const [name, path] of asked) {
    const { times, postgresMs, apiMs } = await measure(api, path);
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
    const figures = [at(0.5), at(0.95), postgresMs.toFixed(1), apiMs.toFixed(1)];
    process.stdout.write(`| ${[name, ...figures].join(" | ")} |\n`);
  }
}

async function fillAll(): Promise<void> {
  const { db } = stack.database;
  const start = performance.now();
  await fillOrKeepListings(db, listings);
  await fillJoins(db, joinedListings, joinKeyOf({ WEBHOOK_SECRET: [sketchSecret] }).id);
  // Loads the tables that a search reads into memory, as in a database in use.
  await db.execute(sql`create extension if not exists pg_prewarm`);
  for (const name of ["uploads", "listings_pkey", "listings_search_vector", "listings"]) {
    await db.execute(sql`select pg_prewarm(${name}::regclass)`);
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${listings} listings, made or found in ${seconds} s; ${runs} runs each\n`);
}

/** Uses pgvector if the server has it; then every listing has a vector. */
async function fillMeanings(): Promise<void> {
  const { db } = stack.database;
  const { name, dimensions } = localModel;
  const model = await openModel(db, name, { textVersion: EMBEDDED_TEXT_VERSION, dimensions });
  const [pgvector] = await db.execute(
    sql`select from pg_available_extensions where name = 'vector'`,
  );
  const vectors = pgvector === undefined ? Math.min(lookedAtMax, listings) : listings;
  await fillVectors(db, model, vectors);
  const start = performance.now();
  const state = await ensureSignsIndex(db, model);
  const seconds = Math.round((performance.now() - start) / 1000);
  const [size] = await db.execute<{ size: string }>(sql`
    select pg_size_pretty(sum(pg_indexes_size(oid))) as size from pg_class
    where relname = 'listing_embedding_signs'`);
  process.stdout.write(
    `\n${vectors} vectors of ${dimensions} numbers; pgvector's index: ${state}, `,
  );
  process.stdout.write(`${seconds} s; its table's indexes: ${size?.size}\n`);
}

/**
 * Words and meaning: each search calls the bundled model, and some vectors are close enough to
 * count.
 */
async function measureFusion(): Promise<void> {
  await fillMeanings();
  const folder = mkdtempSync(join(tmpdir(), "market-bench-model-"));
  const logFile = join(folder, "embeddings.log");
  const model = await startEmbeddings({ port: await freePort(), logFile });
  try {
    const api = await stack.startApi({
      EMBEDDINGS_URL: model.url,
      EMBEDDINGS_MODEL: model.model,
      EMBEDDINGS_SIMILARITY_MIN: "0",
      EMBEDDINGS_QUERY_MS_MAX: "4000",
    });
    const asked = kinds.filter(([name]) => ofFusion.has(name));
    await measureAll(
      api,
      asked.map(([name, path]): Kind => [`fusion, ${name}`, path]),
    );
  } finally {
    await model.stop();
    rmSync(folder, { recursive: true });
  }
}

try {
  await fillAll();
  await measureAll({ url: stack.baseUrl, pid: stack.apiPid }, kinds);
  await measureFusion();
} finally {
  await stack.stop();
}
