/**
 * Where one API process on this machine gives in: `BUN_CONFIG_MAX_HTTP_REQUESTS=20000 bun
 * bench/scaling/load-model.ts [listings] [searches a second] [event readers] [drafts a second]
 * [seconds]`. Calls begin at their rate whether or not those before are answered, and come from this
 * process, which shares the machine; without the variable Bun sends 256 of them at once.
 */
import { fillListings } from "../search-listings.ts";
import { type Caller, makeVerifiedAgent, startStack } from "../stack.ts";

const [
  listings = 1_000_000,
  searchesPerSecond = 500,
  readers = 10_000,
  draftsPerSecond = 1000,
  seconds = 60,
] = process.argv.slice(2).map(Number);
const readerWaitSeconds = 20;
const atOnceMax = Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS ?? 256);
if (readers > atOnceMax) throw new Error(`BUN_CONFIG_MAX_HTTP_REQUESTS has to be ${readers}.`);
const dispatchMs = 20;

type Outcome = { tookMs: number[]; refused: Map<string, number> };

async function call(outcome: Outcome, url: string, init: RequestInit = {}): Promise<void> {
  const startedAt = performance.now();
  const told = await fetch(url, init).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok ? null : String(answer.status);
    },
    (error: Error & { code?: string }) => error.code ?? error.name,
  );
  if (told === null) outcome.tookMs.push(performance.now() - startedAt);
  else outcome.refused.set(told, (outcome.refused.get(told) ?? 0) + 1);
}

/** Begins so many calls a second, spread over it; resolves when the last one is answered. */
async function atRate(
  perSecond: number,
  begin: (outcome: Outcome, index: number) => Promise<void>,
) {
  const outcome: Outcome = { tookMs: [], refused: new Map() };
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
    while (under.length < elapsed * perSecond) under.push(begin(outcome, under.length));
    if (elapsed >= seconds) break;
    await Bun.sleep(dispatchMs);
  }
  await Promise.all(under);
  tell(outcome, under.length, (performance.now() - startedAt) / 1000);
}

function tell({ tookMs, refused }: Outcome, asked: number, tookSeconds: number): void {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  const refusals = [...refused].map(([why, count]) => `${count} × ${why}`).join(", ") || "none";
  process.stdout.write(
    `  ${asked} asked, ${sorted.length} answered in ${tookSeconds.toFixed(1)} s ` +
      `(${Math.round(sorted.length / tookSeconds)} a second), ms p50 ${at(0.5)}, p99 ${at(0.99)}; ` +
      `refused: ${refusals}\n`,
  );
}

const search = (base: string) => (outcome: Outcome, index: number) => {
  const words = `w${(index * 37) % 20_000}+w${(index * 91) % 20_000}`;
  return call(outcome, `${base}/datasets?query=${words}`);
};

/** The first step of a draft to its publication, and the only one here: neither file nor profile. */
const draft =
  ({ base, headers }: Caller) =>
  (outcome: Outcome, index: number) =>
    call(outcome, `${base}/listings/draft`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ title: `Draft ${index}`, description: "Of the load model." }),
    });

/** All wait for the events of one agent, which has none: each holds a connection till its time ends. */
async function waitForEvents({ base, headers }: Caller): Promise<void> {
  const outcome: Outcome = { tookMs: [], refused: new Map() };
  const startedAt = performance.now();
  const url = `${base}/events?wait=${readerWaitSeconds}`;
  await Promise.all(Array.from({ length: readers }, () => call(outcome, url, { headers })));
  tell(outcome, readers, (performance.now() - startedAt) / 1000);
}

const stack = await startStack();
try {
  await fillListings(stack.database.db, listings);
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  process.stdout.write(`${searchesPerSecond} searches a second over ${listings} listings\n`);
  await atRate(searchesPerSecond, search(stack.baseUrl));
  process.stdout.write(`${readers} readers that wait ${readerWaitSeconds} s for events\n`);
  await waitForEvents(agent);
  process.stdout.write(`${draftsPerSecond} drafts a second, without files\n`);
  await atRate(draftsPerSecond, draft(agent));
} finally {
  await stack.stop();
}
