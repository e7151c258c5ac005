/**
 * One connection pool: admits callers, sends statements, and reports when the outcome of a
 * statement is in doubt.
 */
import postgres from "postgres";
import { Gate, type PoolUsage, refuseLate } from "./gate.ts";
import { type DatabaseLimits, workerLimits } from "./limits.ts";
import { FrequentStatements, isPrepared } from "./prepared.ts";
import { requestScope } from "./request-scope.ts";
import { carriedSettings, ownSettings } from "./session-settings.ts";
import { tracedStatement, tracedTransaction } from "./trace-statements.ts";
import { DatabaseTroubleError, isLost } from "./trouble.ts";

type Unsafe = postgres.Sql["unsafe"];
type Work = (tx: postgres.TransactionSql) => Promise<unknown>;
type Query = {
  statement: Parameters<Unsafe>[0];
  parameters: Parameters<Unsafe>[1];
  /** Rows as arrays of values, which drizzle requires. */
  isOfArrays: boolean;
};

/** Takes queries and transactions: a pool, or a choice among several. */
export type Lane = {
  begin(work: Work): Promise<unknown>;
  send(query: Query): Promise<unknown>;
};

export type PoolOptions = {
  url: string;
  /** Number of connections; LISTEN uses one more. */
  poolMax: number;
  /** Default: those of the workers. */
  limits?: DatabaseLimits | undefined;
  /** Whether `url` leads to a pooler that lends a session only for one transaction. */
  isPooled?: boolean | undefined;
  /** Awaited after each commit: sends the notifications that the commit left behind. */
  afterCommit?: (() => Promise<void>) | undefined;
};

export type Pool = { client: postgres.Sql; lane: Lane; usage(): PoolUsage };

/** Opens a pool of at most `poolMax` connections; none is opened before the first query. */
export function openPool(options: PoolOptions): Pool {
  const { url, poolMax, limits = workerLimits, isPooled = false, afterCommit } = options;
  const bounds = { statement_timeout: limits.statementMsMax, lock_timeout: limits.lockWaitMsMax };
  const settings = { ...ownSettings, ...bounds, ...(afterCommit && tellsAfter) };
  const client = postgres(url, {
    max: poolMax,
    connect_timeout: limits.connectSecondsMax,
    stall_timeout: limits.stallMsMax / 1000,
    // At most a second: callers learn quickly that the database is away, and it is used soon after
    // it returns.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    idle_timeout: 60,
    onnotice: () => {},
    prepare: !isPooled,
    // Poolers reject session settings that they cannot carry along.
    connection: {
      application_name: "dataset-market",
      ...(isPooled ? carriedSettings : settings),
    },
  });
  const gate = new Gate({ slots: poolMax, waitMsMax: limits.slotWaitMsMax });
  const opening = isPooled ? openingOf(limits, afterCommit !== undefined) : null;
  const frequent = isPooled ? null : new FrequentStatements();
  const begun = { opening, frequent };
  const lane: Lane = {
    async begin(work) {
      const result = await tracedTransaction(() => gate.use(() => transact(client, begun, work)));
      await afterCommit?.();
      return result;
    },
    async send({ statement, parameters, isOfArrays }) {
      const send = async () => {
        const prepare = !isPooled && isPrepared(statement);
        const sent = client.unsafe(statement, parameters, { prepare });
        return await (isOfArrays ? sent.values() : sent);
      };
      const result = await tracedStatement(statement, () =>
        gate.use(() => orDoubt(statement, send)),
      );
      if (!isRead(statement)) await afterCommit?.();
      return result;
    },
  };
  return { client, lane, usage: () => gate.usage() };
}

/**
 * Tells the database to leave notifications to the process instead of sending them in the
 * transaction.
 */
const tellsAfter = { "market.notices": "after" };

/**
 * Session settings behind a pooler: they must end with the transaction, because somebody else uses
 * the session next.
 */
function openingOf({ statementMsMax, lockWaitMsMax }: DatabaseLimits, notifiesAfter: boolean) {
  const { bytea_output, default_transaction_isolation: isolation } = ownSettings;
  const settings = [
    // First, because no SET TRANSACTION may follow a query.
    `transaction isolation level ${isolation}`,
    `local bytea_output = ${bytea_output}`,
    `local statement_timeout = ${statementMsMax}`,
    `local lock_timeout = ${lockWaitMsMax}`,
    ...(notifiesAfter ? ["local market.notices = 'after'"] : []),
  ];
  return settings.map((setting) => `set ${setting}`).join("; ");
}

function isRead(statement: string): boolean {
  return /^\s*select\b/i.test(statement);
}

/** The driver's client as drizzle uses it, over any lane. */
export function clientOver(client: postgres.Sql, lane: Lane): postgres.Sql {
  const unsafe = (statement: Query["statement"], parameters: Query["parameters"]) => {
    let isOfArrays = false;
    // Deferred, because drizzle asks for arrays on the returned object.
    const answer = Promise.resolve().then(() => lane.send({ statement, parameters, isOfArrays }));
    const values = () => {
      isOfArrays = true;
      return answer;
    };
    return Object.assign(answer, { values });
  };
  return Object.assign(Object.create(client), { begin: lane.begin, unsafe });
}

/** Once the work is done, the outcome depends on the COMMIT, whose answer may never arrive. */
async function transact(
  client: postgres.Sql,
  { opening, frequent }: { opening: string | null; frequent: FrequentStatements | null },
  work: Work,
): Promise<unknown> {
  const scope = requestScope();
  let isCommitting = false;
  try {
    return await client.begin(async (tx) => {
      if (opening !== null) await tx.unsafe(opening);
      const result = await work(frequent === null ? tx : keeping(tx, frequent));
      refuseLate(scope);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (isCommitting && isLost(error)) throw doubt(error);
    throw error;
  }
}

/** The driver's transaction as drizzle uses it, with frequent statements kept prepared. */
function keeping(
  tx: postgres.TransactionSql,
  frequent: FrequentStatements,
): postgres.TransactionSql {
  const unsafe: Unsafe = (statement, parameters = []) => {
    const prepare = frequent.keeps(statement, parameters.length);
    return tx.unsafe(statement, parameters, { prepare });
  };
  return Object.assign(Object.create(tx), { unsafe });
}

/** A single statement commits itself; a read leaves nothing in doubt. */
async function orDoubt<Result>(statement: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (isLost(error) && !isRead(statement)) throw doubt(error);
    throw error;
  }
}

function doubt(cause: unknown): DatabaseTroubleError {
  const trouble = { kind: "away", isOutcomeUnknown: true } as const;
  return new DatabaseTroubleError(
    "the connection was lost before the answer arrived",
    trouble,
    cause,
  );
}
