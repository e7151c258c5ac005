/** Opens the database: a pool with limits on every wait, behind what queries are written with. */
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { Gate, refuseLate } from "./gate.ts";
import { type DatabaseLimits, workerLimits } from "./limits.ts";
import { isPrepared } from "./prepared.ts";
import { requestScope } from "./request-scope.ts";
import * as schema from "./schema/index.ts";
import { DatabaseTroubleError, databasePartTrouble, isLost } from "./trouble.ts";

/** The pool or a transaction: queries and use cases take either. */
export type Database = PostgresJsDatabase<typeof schema>;

export type DatabaseHandle = {
  db: Database;
  /** Calls `onPayload` for each NOTIFY on the channel, and `onConnect` at each (re)connection. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnect: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url: string;
  /** Connections; LISTEN takes one more. */
  poolMax: number;
  /** Those of the workers when they are not given. */
  limits?: DatabaseLimits;
};

/** Opens a pool of at most `poolMax` connections; none is made before the first query. */
export function openDatabase({
  url,
  poolMax,
  limits = workerLimits,
}: DatabaseOptions): DatabaseHandle {
  const client = postgres(url, {
    max: poolMax,
    connect_timeout: limits.connectSecondsMax,
    stall_timeout: limits.stallMsMax / 1000,
    // A caller is told within a second that the database is away, and so is back soon after it.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    idle_timeout: 60,
    onnotice: () => {},
    connection: {
      application_name: "dataset-market",
      statement_timeout: limits.statementMsMax,
      lock_timeout: limits.lockWaitMsMax,
    },
  });
  const gate = new Gate({ slots: poolMax, waitMsMax: limits.slotWaitMsMax });
  return {
    db: drizzle(gated(client, gate), { schema, casing: "snake_case" }),
    async listen(channel, onPayload, onConnect) {
      const subscription = await client.listen(channel, onPayload, onConnect);
      return () => subscription.unlisten();
    },
    close: () => client.end({ timeout: 5 }),
  };
}

type Begin = (work: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>;
type Unsafe = postgres.Sql["unsafe"];

/** The driver's client as drizzle uses it, each query and transaction admitted by the gate. */
function gated(client: postgres.Sql, gate: Gate): postgres.Sql {
  const begin: Begin = (work) => gate.use(() => transact(client, work));
  const unsafe = (...query: Parameters<Unsafe>) => {
    let isOfArrays = false;
    const send = async () => {
      const [statement, parameters] = query;
      const sent = client.unsafe(statement, parameters, { prepare: isPrepared(statement) });
      return await (isOfArrays ? sent.values() : sent);
    };
    // A moment later, because drizzle asks for arrays on what it gets from here.
    const answer = Promise.resolve().then(() => gate.use(() => orDoubt(query[0], send)));
    const values = () => {
      isOfArrays = true;
      return answer;
    };
    return Object.assign(answer, { values });
  };
  return Object.assign(Object.create(client), { begin, unsafe });
}

/** Once the work is done its outcome hangs on the COMMIT, of which no answer may come. */
async function transact(client: postgres.Sql, work: Parameters<Begin>[0]): Promise<unknown> {
  const scope = requestScope();
  let isCommitting = false;
  try {
    return await client.begin(async (tx) => {
      const result = await work(tx);
      refuseLate(scope);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (isCommitting && isLost(error)) throw doubt(error);
    throw error;
  }
}

/** A statement of its own commits itself; a read leaves nothing in doubt. */
async function orDoubt<Result>(statement: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (isLost(error) && !/^\s*select\b/i.test(statement)) throw doubt(error);
    throw error;
  }
}

function doubt(cause: unknown): DatabaseTroubleError {
  const trouble = { kind: "away", isOutcomeUnknown: true } as const;
  return new DatabaseTroubleError("the connection was lost before the answer", trouble, cause);
}

/** Resolves when the database answers; rejects with a `PartTrouble` that says why not. */
export async function pingDatabase(db: Database): Promise<void> {
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    throw databasePartTrouble(error);
  }
}
