/** Later decisions of the bank: refunds that settle, payments that were processing. */

import { runEffect } from "./effects.ts";
import type { Webhooks } from "./events/webhooks.ts";
import type { Call } from "./http/call.ts";
import type { Store } from "./store.ts";

/** Kind → what happens to the object at the due time. */
export type TaskKinds = Record<string, (call: Call) => void>;

type Task = { seq: number; kind: string; object: string };

/** Schedules a task inside the caller's transaction, due in `delayMs`. */
export function schedule({ store }: Call, kind: string, objectId: string, delayMs: number): void {
  store.database
    .query("INSERT INTO tasks (kind, object, due_at) VALUES (?, ?, ?)")
    .run(kind, objectId, Date.now() + delayMs);
}

/** Runs due tasks, including those left by a killed process; call `wake` after scheduling one. */
export function createTasks(
  options: { store: Store; webhooks: Webhooks; baseUrl: string },
  kinds: TaskKinds,
): { wake(): void; stop(): void } {
  const { store, webhooks } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runOne = ({ seq, kind, object }: Task) => {
    const work = kinds[kind];
    if (work === undefined) throw new Error(`There is no task "${kind}".`);
    const circumstances = {
      id: object,
      now: Math.floor(Date.now() / 1000),
      faults: new Map(),
      request: { id: null, idempotency_key: null },
    };
    store.database
      .transaction(() => {
        store.database.query("DELETE FROM tasks WHERE seq = ?").run(seq);
        runEffect(options, circumstances, work);
      })
      .immediate();
  };
  const wake = () => {
    clearTimeout(timer);
    const due = store.database
      .query<Task, [number]>("SELECT seq, kind, object FROM tasks WHERE due_at <= ? ORDER BY seq")
      .all(Date.now());
    for (const task of due) runOne(task);
    if (due.length > 0) webhooks.wake();
    const next = store.database
      .query<{ at: number | null }, []>("SELECT min(due_at) AS at FROM tasks")
      .get();
    if (next?.at) timer = setTimeout(wake, Math.max(0, next.at - Date.now()));
  };
  return { wake, stop: () => clearTimeout(timer) };
}
