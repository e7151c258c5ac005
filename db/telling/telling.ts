/**
 * What a process does after its commits: it sends the notices that they have left, and has their events
 * numbered. A process that dies in between is made up for by all that listen, which look each second.
 */
import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { within } from "../../platform/bell.ts";
import { coalesced } from "./coalesced.ts";

export type Telling = {
  /** Resolves once what is committed by now is told; or a moment later, and it is told later, too. */
  tell(): Promise<void>;
  /** Resolves once all events that are committed by now have their numbers. */
  number(): Promise<void>;
  /** From now on also tells what others have committed and not told. */
  watch(): void;
  close(): Promise<void>;
};

/** How late a notice can be whose process has died. */
const watchMs = 1000;
/** So long the answer of a commit waits for the notice of it, and no longer. */
const tellMsMax = 250;
/** In one statement, which nobody's commit waits for. */
const rowsPerStepMax = 5000;

type Ask = (statement: string) => Promise<Record<string, unknown> | undefined>;

/** Over a client of its own, so that it waits in no line of requests. */
export function openTelling(client: postgres.Sql, isPooled: boolean): Telling {
  const ask: Ask = async (statement) => {
    const [row] = await client.unsafe(statement, [rowsPerStepMax], { prepare: !isPooled });
    return row;
  };
  let watching: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  const send = coalesced(async () => {
    for (let hasMore = true; hasMore && !isClosed; ) {
      const row = await ask("select has_more, has_arrivals from public.tell_commits($1)");
      if (row?.has_arrivals === true) inBackground(number());
      hasMore = row?.has_more === true;
    }
  });
  const number = coalesced(async () => {
    const numbered = await numberAll(ask);
    // Who reads these events is told, after the commit that numbered them.
    if (numbered > 0) inBackground(send());
  });
  const close = async () => {
    isClosed = true;
    clearInterval(watching);
    await client.end({ timeout: 5 });
  };
  return {
    tell: () => within(tellMsMax, send()).catch(() => {}),
    number,
    watch() {
      watching ??= setInterval(() => inBackground(send()), watchMs);
      watching.unref();
    },
    close,
  };
}

async function numberAll(ask: Ask): Promise<number> {
  for (let numbered = 0; ; ) {
    const row = await ask("select public.number_events($1) as rows");
    const rows = Number(row?.rows ?? 0);
    numbered += rows;
    if (rows < rowsPerStepMax) return numbered;
  }
}

/** The next commit or the next look does what has failed. */
function inBackground(work: Promise<void>): void {
  work.catch(() => {});
}

/** Of a pool, as `db/client.ts` has it, or of a transaction. */
type Queried = Pick<PostgresJsDatabase, "execute">;

const tellings = new WeakMap<Queried, Telling>();

/** Has `numberCommitted` know the telling of this pool. */
export function setTelling(db: Queried, telling: Telling): void {
  tellings.set(db, telling);
}

/**
 * Resolves once every event that is committed by now has its number, by whomever; callers of a process
 * share the question.
 */
export async function numberCommitted(db: Queried): Promise<void> {
  const telling = tellings.get(db);
  if (telling !== undefined) return telling.number();
  const ask: Ask = async () => {
    const [row] = await db.execute(sql`select public.number_events(${rowsPerStepMax}) as rows`);
    return row;
  };
  await numberAll(ask);
}
