/**
 * The catalogue search over many listings: `bun bench/search.ts [listings] [runs] [shared_buffers] [folder]`. The
 * rows are made in Postgres itself, in `folder` where it is given: they stay there for another run; the queries go through the API, as an agent's do. Details stand beside them:
 * what looks for the same bytes elsewhere has to find them among as many.
 */
import { sql } from "drizzle-orm";
import { backendPids, startProcessorMs } from "./processor-time.ts";
import { fillListings } from "./search-listings.ts";
import { startStack } from "./stack.ts";

const listings = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 100);
const [, , , , sharedBuffers = "1GB", postgresDir] = process.argv;
const stack = await startStack({
  postgresSettings: { shared_buffers: sharedBuffers },
  postgresDir,
});

/** Twelve words, of which the first `known` are words of the catalogue. */
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

const idOf = (n: number) => `00000000-0000-7000-9000-${n.toString(16).padStart(12, "0")}`;

const kinds: [name: string, path: (run: number) => string][] = [
  ...searches.map(([name, query]): [string, (run: number) => string] => [
    name,
    (run) => `?${query(run)}`,
  ]),
  // A third of all is free: those are left out, since nothing costs less.
  ["detail, not kept: the same bytes once more", (run) => `/${idOf(10_001 + 6 * run)}`],
  ["detail, not kept: of a thousand copies", (run) => `/${idOf(1000 * (2 + 3 * (run % 300)))}`],
];

/** A process that has just begun runs uncompiled code: each search is asked so often before any is measured. */
const warmUpRuns = 20;

type Measured = { times: number[]; postgresMs: number; apiMs: number };

async function ask(path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${stack.baseUrl}/datasets${path}`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - start;
}

async function warmUp(): Promise<void> {
  for (const [, query] of searches) {
    for (let run = 0; run < warmUpRuns; run += 1) await ask(`?${query(runs + 3 + run)}`);
  }
}

async function measure(path: (run: number) => string): Promise<Measured> {
  for (let run = 0; run < 3; run += 1) await ask(path(run));
  const postgresMs = startProcessorMs(await backendPids(stack.database.db));
  const apiMs = startProcessorMs([stack.apiPid]);
  const times: number[] = [];
  for (let run = 3; run < runs + 3; run += 1) times.push(await ask(path(run)));
  return {
    times: times.sort((a, b) => a - b),
    postgresMs: postgresMs() / runs,
    apiMs: apiMs() / runs,
  };
}

try {
  const start = performance.now();
  const [kept] = await stack.database.db.execute(sql`select from listings limit 1`);
  if (kept === undefined) await fillListings(stack.database.db, listings);
  const fillSeconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(
    `${listings} listings, made or found in ${fillSeconds} s; ${runs} runs each\n`,
  );
  await warmUp();
  process.stdout.write(
    "| query | p50 ms | p95 ms | Postgres, processor ms | API, processor ms |\n",
  );
  process.stdout.write("|---|---|---|---|---|\n");
  for (const [name, path] of kinds) {
    const { times, postgresMs, apiMs } = await measure(path);
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
    const figures = [at(0.5), at(0.95), postgresMs.toFixed(1), apiMs.toFixed(1)];
    process.stdout.write(`| ${[name, ...figures].join(" | ")} |\n`);
  }
} finally {
  await stack.stop();
}
