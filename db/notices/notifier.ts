/**
 * After its commits, a process sends the notifications that they left behind and has their events
 * numbered. If that process dies, every listener polls once a second and catches up.
 */
import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { within } from "../../platform/bell.ts";
import { coalesced } from "./coalesced.ts";

export type Notifier = {
  /**
   * Resolves once notifications of everything committed so far are sent, or after a short time, in
   * which case they are sent later.
   */
  notify(): Promise<void>;
  /** Resolves once all events committed so far have their numbers. */
  number(): Promise<void>;
  /** Also sends notifications that other processes have committed but not sent. */
  watch(): void;
  close(): Promise<void>;
};

/** Longest delay of a notification whose process has died. */
const watchMs = 1000;
/** Longest time that the answer of a commit waits for its notification. */
const notifyMsMax = 250;
/** Rows per statement; no commit waits for it. */
const rowsPerStepMax = 5000;

type Ask = (statement: string) => Promise<Record<string, unknown> | undefined>;

/** Uses its own client, so that it does not queue behind requests. */
export function openNotifier(client: postgres.Sql, isPooled: boolean): Notifier {
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
    // Readers of these events are notified after the commit that numbered them.
    if (numbered > 0) inBackground(send());
  });
  const close = async () => {
    isClosed = true;
    clearInterval(watching);
    await client.end({ timeout: 5 });
  };
  return {
    notify: () => within(notifyMsMax, send()).catch(() => {}),
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

/** A failure is repaired by the next commit or the next poll. */
function inBackground(work: Promise<void>): void {
  work.catch(() => {});
}

/** A pool, as in `db/client.ts`, or a transaction. */
type Queried = Pick<PostgresJsDatabase, "execute">;

const notifiers = new WeakMap<Queried, Notifier>();

/** Registers the notifier of this pool for `numberCommitted`. */
export function setNotifier(db: Queried, notifier: Notifier): void {
  notifiers.set(db, notifier);
}

/**
 * Resolves once every event committed so far has its number, whoever assigned it; callers in one
 * process share the request.
 */
export async function numberCommitted(db: Queried): Promise<void> {
  const notifier = notifiers.get(db);
  if (notifier !== undefined) return notifier.number();
  const ask: Ask = async () => {
    const [row] = await db.execute(sql`select public.number_events(${rowsPerStepMax}) as rows`);
    return row;
  };
  await numberAll(ask);
}
