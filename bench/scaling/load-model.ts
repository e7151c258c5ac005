/**
 * Where one API process and one worker on this machine give in: `BUN_CONFIG_MAX_HTTP_REQUESTS=20000 bun
 * bench/scaling/load-model.ts [listings] [searches a second] [event readers] [drafts a second]
 * [seconds] [webhooks a second] [--only searches,readers,drafts,publications,files,webhooks] [--folder FOLDER]
 * [--shared-buffers 1GB]`. Calls begin at their rate whether or not those before are answered, and come from this
 * process, which shares the machine; without the variable Bun sends 256 of them at once. The listings stay in the
 * folder for another run (`--only none` just makes them), with what the parts wrote.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { fillOrKeepListings } from "../search-listings.ts";
import { type Caller, makeVerifiedAgent, send, startStack } from "../stack.ts";
import { atRate, call, type Outcome, tell } from "./at-rate.ts";
import { makeStubbedDrafts, publishWholeFiles } from "./publish-load.ts";
import { callWebhooks } from "./webhook-load.ts";

const { values: options, positionals } = parseArgs({
  options: {
    only: { type: "string" },
    folder: { type: "string" },
    "shared-buffers": { type: "string" },
  },
  allowPositionals: true,
});
const [
  listings = 1_000_000,
  searchesPerSecond = 500,
  readers = 10_000,
  draftsPerSecond = 1000,
  seconds = 60,
  webhooksPerSecond = 10_000,
] = positionals.map(Number);
const readerWaitSeconds = 20;
const atOnceMax = Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS ?? 256);
const search = (base: string) => (outcome: Outcome, index: number) => {
  const words = `w${(index * 37) % 20_000}+w${(index * 91) % 20_000}`;
  return call(outcome, `${base}/datasets?query=${words}`);
};

/** The first step of a draft to its publication, and the only one here: neither file nor profile. */
const draft = (base: string, agents: readonly Caller[]) => (outcome: Outcome, index: number) =>
  call(outcome, `${base}/listings/draft`, {
    method: "POST",
    headers: { ...agents[index % agents.length]?.headers, "content-type": "application/json" },
    body: JSON.stringify({ title: `Draft ${index}`, description: "Of the load model." }),
  });

/** All wait for events of agents that have none: each holds a connection till its time ends. */
async function waitForEvents(base: string, agents: readonly Caller[]): Promise<void> {
  const outcome: Outcome = { tookMs: [], refused: new Map() };
  const startedAt = performance.now();
  const url = `${base}/events?wait=${readerWaitSeconds}`;
  const headersOf = (index: number) => agents[index % agents.length]?.headers ?? {};
  await Promise.all(
    Array.from({ length: readers }, (_, index) =>
      call(outcome, url, { headers: headersOf(index) }),
    ),
  );
  tell(outcome, readers, (performance.now() - startedAt) / 1000);
}

/** A publication of drafts whose profiles are stubs: copies of one that a worker has made. */
const publish =
  ({ base, headers }: Caller, ids: string[]) =>
  (outcome: Outcome, index: number) =>
    call(outcome, `${base}/listings/${ids[index]}/publish`, { method: "POST", headers });

/** A quarter of what one agent may have waiting, and fewer drafts than one may have. */
const readersOfOne = 25;
const draftsOfOne = 900;
const sellers = 8;

/** So many that no limit of one agent is what gives in. */
async function makeMoreAgents({ base }: Caller): Promise<Caller[]> {
  const count = Math.max(
    sellers,
    Math.ceil(readers / readersOfOne),
    Math.ceil((draftsPerSecond * seconds) / draftsOfOne),
  );
  const made: Caller[] = [];
  for (let n = 0; n < count; n++) {
    const body = { owner_email: "bench@example.org", agent_name: `bench ${n}` };
    const anonymous = { headers: {}, base };
    const { token } = await send<{ token: string }>(anonymous, "POST", "/agent/register", body);
    made.push({ headers: { authorization: `Bearer ${token}` }, base });
  }
  const { db } = stack.database;
  await db.execute(sql`update agents set state = 'verified', decided_at = now(),
    account_id = (select account_id from agents where account_id is not null limit 1)
    where account_id is null and agent_name like 'bench %'`);
  return made;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

type LoadCallers = { agent: Caller; agents: readonly Caller[] };

/** In their order; each part may be run alone. */
const parts: Readonly<Record<string, (given: LoadCallers) => Promise<void>>> = {
  async searches() {
    say(`${searchesPerSecond} searches a second over ${listings} listings`);
    await atRate({ perSecond: searchesPerSecond, seconds }, search(stack.baseUrl));
  },
  async readers({ agents }) {
    say(`${readers} readers that wait ${readerWaitSeconds} s for events`);
    await waitForEvents(stack.baseUrl, agents);
  },
  async drafts({ agents }) {
    say(`${draftsPerSecond} drafts a second, without files`);
    await atRate({ perSecond: draftsPerSecond, seconds }, draft(stack.baseUrl, agents));
  },
  async publications({ agent }) {
    const ids = await makeStubbedDrafts(stack.database.db, agent, draftsPerSecond * seconds);
    say(`${draftsPerSecond} publications a second of drafts whose profiles are stubs`);
    await atRate({ perSecond: draftsPerSecond, seconds }, publish(agent, ids));
  },
  async files({ agents }) {
    say(
      `whole ways from draft to publication, tiny files, ${sellers} sellers one after the other each`,
    );
    await publishWholeFiles(agents.slice(0, sellers), { seconds });
  },
  async webhooks({ agent }) {
    say(`${webhooksPerSecond} webhooks a second to a receiver on loopback`);
    const load = { perSecond: webhooksPerSecond, seconds, pids: stack.workerPids };
    await callWebhooks(stack.database.db, agent, load);
  },
};
const asked = options.only?.split(",") ?? Object.keys(parts);
if (asked.includes("readers") && readers > atOnceMax) {
  throw new Error(`BUN_CONFIG_MAX_HTTP_REQUESTS has to be ${readers}.`);
}

const sharedBuffers = options["shared-buffers"];
const stack = await startStack({
  postgresDir: options.folder,
  postgresSettings: {
    maintenance_work_mem: "1GB",
    max_wal_size: "4GB",
    ...(sharedBuffers === undefined ? {} : { shared_buffers: sharedBuffers }),
  },
});
try {
  const startedAt = performance.now();
  await fillOrKeepListings(stack.database.db, listings);
  const filledSeconds = Math.round((performance.now() - startedAt) / 1000);
  say(`${listings} listings, made or found in ${filledSeconds} s`);
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const agents = asked.some((name) => name in parts) ? await makeMoreAgents(agent) : [];
  for (const [name, run] of Object.entries(parts)) {
    if (asked.includes(name)) await run({ agent, agents });
  }
} finally {
  await stack.stop();
}
