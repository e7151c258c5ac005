/**
 * Public reads from replicas. Each is used only while it is known to lack nothing older than the
 * bound; one that dies or falls behind costs no read, since the primary takes what it cannot.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { pause, within } from "../../platform/bell.ts";
import type { Logger } from "../../platform/log.ts";
import { Outage } from "../../platform/outage.ts";
import { type DatabaseLimits, healthLimits } from "../limits.ts";
import { type Lane, openPool } from "../pool.ts";
import { type ReadPlace, requestScope } from "../request-scope.ts";
import { isOverdueStatement } from "../trouble.ts";
import { Replica } from "./replica.ts";
import { PrimarySamples } from "./samples.ts";

export type ReplicasOptions = {
  urls: readonly string[];
  primaryUrl: string;
  /** Connections to each. */
  poolMax: number;
  limits: DatabaseLimits;
  /** What a replica shows may be so old. */
  lagMsMax: number;
  log: Logger;
};

type ReadWay = "replica" | "primary" | "moved";

export type Replicas = {
  /** Sends what the request allows to a replica, and the rest to the primary. */
  route(primary: Lane): Lane;
  /** So far behind the primary a read can be; 0 without replicas. */
  behindMsMax: number;
  /** Where reads that may be behind have gone; `moved`: to the primary, after a replica failed. */
  tally: Record<ReadWay, number>;
  /** How old at most is what each shows, by name; null: it is not asked, for nobody knows. */
  ages(): Map<string, number | null>;
  close(): Promise<void>;
};

/** A replica's age is known as often as this in the time that it may have. */
const looksPerBound = 5;
/** What waits longer for a connection of a replica is served sooner by the primary. */
const slotWaitMsMax = 250;

/** Begins to ask primary and replicas where they stand, until it is closed. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { urls, poolMax, lagMsMax, log } = options;
  const limits = { ...options.limits, slotWaitMsMax };
  const replicas = urls.map(
    (url, index) =>
      new Replica({ name: String(index), url, poolMax, limits, probeLimits: healthLimits }),
  );
  // Drizzle sets on each driver's client how it wants values.
  for (const replica of replicas) drizzle(replica.client);
  const primary = openPool({ url: options.primaryUrl, poolMax: 1, limits: healthLimits }).client;
  const samples = new PrimarySamples(lagMsMax);
  const watching = watch({ primary, replicas, samples, lagMsMax, log });
  const ageMs = ({ replayed }: Replica) =>
    replayed === null ? null : samples.ageMs(replayed, performance.now());
  const isFresh = (replica: Replica) => (ageMs(replica) ?? Infinity) <= lagMsMax;
  const tally = { replica: 0, primary: 0, moved: 0 };
  let turn = 0;
  const choose = () => {
    const fresh = replicas.filter(isFresh);
    turn += 1;
    return fresh[turn % fresh.length] ?? null;
  };
  return {
    route: (lane) => (urls.length === 0 ? lane : routeReads(lane, { choose, isFresh, tally })),
    behindMsMax: urls.length === 0 ? 0 : lagMsMax,
    tally,
    ages: () => new Map(replicas.map((replica) => [replica.name, ageMs(replica)])),
    async close() {
      await watching.stop();
      await Promise.all([primary.end({ timeout: 0 }), ...replicas.map((each) => each.close())]);
    },
  };
}

type Choice = {
  choose: () => Replica | null;
  isFresh: (replica: Replica) => boolean;
  tally: Record<ReadWay, number>;
};

/** All reads of a request come from one place, until that fails: then the rest is the primary's. */
function routeReads(primary: Lane, choice: Choice): Lane {
  const { tally } = choice;
  const run = async <Result>(use: (lane: Lane) => Promise<Result>): Promise<Result> => {
    const place = requestScope()?.reads;
    if (place === undefined) return use(primary);
    const replica = replicaOf(place, choice);
    tally[replica === null ? "primary" : "replica"] += 1;
    if (replica === null) return use(primary);
    try {
      const result = await replica.use(use);
      place.isBehind = true;
      return result;
    } catch (error) {
      // Whatever a replica says no to, the primary may know better; but not what took too long.
      if (isOverdueStatement(error)) throw error;
      place.chosen = null;
      tally.moved += 1;
      return use(primary);
    }
  };
  return {
    begin: (work) => run((lane) => lane.begin(work)),
    send: (query) => run((lane) => lane.send(query)),
  };
}

function replicaOf(place: ReadPlace, { choose, isFresh }: Choice): Replica | null {
  if (place.chosen === undefined) place.chosen = choose();
  if (!(place.chosen instanceof Replica)) return null;
  if (!isFresh(place.chosen)) place.chosen = null;
  return place.chosen instanceof Replica ? place.chosen : null;
}

type Watched = {
  primary: postgres.Sql;
  replicas: readonly Replica[];
  samples: PrimarySamples;
  lagMsMax: number;
  log: Logger;
};

/** Each is asked in a loop of its own, so that one that hangs makes no other look old. */
function watch({ primary, replicas, samples, lagMsMax, log }: Watched) {
  const stopping = new AbortController();
  const everyMs = lagMsMax / looksPerBound;
  let systemId: string | null = null;
  const samplePrimary = async () => {
    const askedAtMs = performance.now();
    const [row] = await within(lagMsMax, askWritten(primary));
    if (row === undefined) return;
    systemId = row.system_id;
    samples.add(row.written, askedAtMs);
  };
  const loops =
    replicas.length === 0
      ? []
      : [
          repeat(everyMs, stopping.signal, samplePrimary, outageOf(log, "the primary")),
          ...replicas.map((replica) =>
            repeat(
              everyMs,
              stopping.signal,
              async () => {
                if (systemId !== null) await replica.look(systemId, lagMsMax);
              },
              outageOf(log, `replica ${replica.name}`),
            ),
          ),
        ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

function askWritten(primary: postgres.Sql) {
  return primary<{ written: string; system_id: string }[]>`
    select pg_current_wal_lsn()::text as written,
      (select system_identifier::text from pg_control_system()) as system_id`;
}

function outageOf(log: Logger, name: string): Outage {
  return new Outage(log, {
    begins: `${name} does not tell how far it is; public reads go elsewhere`,
    ends: `${name} tells again how far it is`,
  });
}

async function repeat(
  everyMs: number,
  signal: AbortSignal,
  act: () => Promise<void>,
  outage: Outage,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await act();
      outage.end();
    } catch (error) {
      if (!signal.aborted)
        outage.meet("it does not answer as a part of this cluster", { err: error });
    }
    await pause(everyMs / 1000, signal);
  }
}
