/**
 * What a call costs by who makes it: nobody, an API key, an agent's token, an OAuth access token; each
 * with and without `Origin` and `Accept-Encoding`, in turn, in one run, at the log level of production.
 * `bun bench/call-costs.ts [seconds] [rounds]`.
 */
import { makeCsv } from "./parts/make-csv.ts";
import { makeAccessToken, makeOperatorKey } from "./parts/operator.ts";
import { publishFile } from "./parts/upload-file.ts";
import { type Answered, callAgainAndAgain } from "./parts/wrk.ts";
import { backendPids, processorMs } from "./processor-time.ts";
import { makeVerifiedAgent, startStack } from "./stack.ts";

const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 3);
const fileBytes = 10_000;
const noEvents = "/events?types=bid.outbid";

type Fields = Record<string, string>;

/** As pages of other sites call, as programs do that take compressed answers, and as browsers do. */
const variants: Record<string, Fields> = {
  "nothing more": {},
  Origin: { origin: "https://pages.example" },
  "Accept-Encoding": { "accept-encoding": "gzip, br" },
  both: { origin: "https://pages.example", "accept-encoding": "gzip, br" },
};

/** Microseconds of one call: on the clock, and of the processor for it. */
type Cost = { clock: number; api: number; postgres: number };

type Case = { caller: string; variant: string; url: string; headers: Fields; costs: Cost[] };

const stack = await startStack({ logLevel: "info" });

async function makeCallers(): Promise<Record<string, Fields>> {
  const { database, baseUrl } = stack;
  const operator = await makeOperatorKey(database);
  const token = await makeAccessToken(database, operator, baseUrl);
  const agent = await makeVerifiedAgent(database, baseUrl);
  return {
    nobody: {},
    "API key": { authorization: `Bearer ${operator.secret}` },
    "agent's token": agent.headers,
    "OAuth access token": { authorization: `Bearer ${token}` },
  };
}

/** Wrong credentials would be measured as well: each must be answered as it should. */
function checkAnswers({ caller, url }: Case, isOpen: boolean, { calls, refused }: Answered): void {
  const mayPass = isOpen || caller !== "nobody";
  const wanted = mayPass ? 0 : calls;
  if (refused !== wanted) throw new Error(`${caller}: ${refused} of ${calls} refused at ${url}`);
}

const processorMsByPid = async () => {
  const pids = await backendPids(stack.database.db);
  return new Map(pids.map((pid) => [pid, processorMs([pid])]));
};

async function measure(one: Case, isOpen: boolean): Promise<Cost> {
  const backends = await processorMsByPid();
  const apiBefore = processorMs([stack.apiPid]);
  const answered = callAgainAndAgain({ ...one, seconds });
  const api = processorMs([stack.apiPid]) - apiBefore;
  // The API opens and ends connections meanwhile: a new one has computed for these calls alone.
  const postgres = [...(await processorMsByPid())].reduce(
    (sum, [pid, ms]) => sum + ms - (backends.get(pid) ?? 0),
    0,
  );
  checkAnswers(one, isOpen, answered);
  const aCall = (ms: number) => (ms * 1000) / answered.calls;
  return { clock: 1_000_000 / answered.perSecond, api: aCall(api), postgres: aCall(postgres) };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The medians of a case, and of its ratios to the case that all are compared with, by rounds. */
function rowOf({ caller, variant, costs }: Case, plain: Case): string {
  const times = (["clock", "api", "postgres"] as const).map((kind) =>
    median(costs.map((cost) => cost[kind])).toFixed(0),
  );
  const ratios = (["clock", "api"] as const).map((kind) =>
    median(costs.map((cost, round) => cost[kind] / (plain.costs[round]?.[kind] ?? 0))).toFixed(2),
  );
  return `| ${[caller, variant, ...times, ...ratios].join(" | ")} |\n`;
}

type Read = { name: string; path: string; isOpen: boolean };

async function compare({ name, path, isOpen }: Read, callers: Record<string, Fields>) {
  const url = stack.baseUrl + path;
  const cases: Case[] = Object.entries(callers).flatMap(([caller, credentials]) =>
    Object.entries(variants).map(([variant, fields]) => {
      return { caller, variant, url, headers: { ...credentials, ...fields }, costs: [] };
    }),
  );
  const plain = cases.find(({ caller }) => caller === (isOpen ? "nobody" : "API key"));
  if (plain === undefined) throw new Error("there is nothing to compare with");
  // Whatever runs first would pay for the code's first runs: a round that is not counted.
  for (const one of cases.filter(({ headers }) => headers.origin === undefined)) {
    await measure(one, isOpen);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) one.costs.push(await measure(one, isOpen));
  }
  process.stdout.write(
    `\n${name}, microseconds a call, ratios to ${plain.caller} with ${plain.variant}\n` +
      "| caller | sends | clock | API | Postgres | ratio of the clock | of the API |\n" +
      `|---|---|---|---|---|---|---|\n${cases.map((one) => rowOf(one, plain)).join("")}`,
  );
}

try {
  const callers = await makeCallers();
  const agent = { headers: callers["agent's token"] ?? {}, base: stack.baseUrl };
  const id = await publishFile(agent, "Read often", makeCsv(fileBytes, 1));
  const reads: Read[] = [
    { name: "A dataset's detail, which is public", path: `/datasets/${id}`, isOpen: true },
    // Of this type nobody has any: all callers get the same few bytes.
    { name: "The caller's events, of which there are none", path: noEvents, isOpen: false },
  ];
  for (const read of reads) await compare(read, callers);
} finally {
  await stack.stop();
}
