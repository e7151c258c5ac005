/**
 * Public reads from replicas. A replica is used only while it is known to be at most the bound
 * behind. If one dies or falls behind, no read fails, because the primary takes over.
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
  /** Connections per replica. */
  poolMax: number;
  limits: DatabaseLimits;
  /** Largest age of the data that a replica may show. */
  lagMsMax: number;
  log: Logger;
};

type ReadWay = "replica" | "primary" | "moved";

export type Replicas = {
  /** Sends reads that the request allows to a replica, and everything else to the primary. */
  route(primary: Lane): Lane;
  /** Most milliseconds that a read can be behind the primary; 0 without replicas. */
  behindMsMax: number;
  /** Where reads that may be behind went; `moved`: to the primary after a replica failed. */
  tally: Record<ReadWay, number>;
  /**
   * The largest possible age of each replica's data, by name; null means unknown, so it is not
   * used.
   */
  ages(): Map<string, number | null>;
  close(): Promise<void>;
};

/** Number of age checks within the allowed age. */
const looksPerBound = 5;
/** After this wait for a replica's connection, the primary is faster. */
const slotWaitMsMax = 250;

/** Polls the positions of the primary and the replicas until it is closed. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { urls, poolMax, lagMsMax, log } = options;
  const limits = { ...options.limits, slotWaitMsMax };
  const replicas = urls.map(
    (url, index) =>
      new Replica({ name: String(index), url, poolMax, limits, probeLimits: healthLimits }),
  );
  // Drizzle configures on each driver client how it wants values.
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

/**
 * All reads of a request come from one place, until that fails; the others then go to the primary.
 */
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
      // The primary retries whatever fails at a replica, except statements that took too long.
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

/**
 * Each server is polled in its own loop, so that one that hangs does not make the others look old.
 */
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
    begins: `${name} does not report its position; public reads go elsewhere`,
    ends: `${name} reports its position again`,
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
