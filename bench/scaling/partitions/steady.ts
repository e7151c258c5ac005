/** Days that come and go: what the tables take once they have forgotten as much as they hold anew. */
import { deleteEvents } from "../../../db/queries/events/events.ts";
import { deletePublished } from "../../../db/queries/journal/outbox.ts";
import { dayMs } from "../../../platform/time.ts";
import { outboxDays } from "./fill.ts";
import { deleteInBatches, dropRange, eventTables, tables, vacuum } from "./forgetting.ts";
import { makeRange, type Range, type Sql } from "./layouts.ts";

type Day = { forgotten: Range; forgottenOutbox: Range; next: Range };
/** How one layout forgets a day of events and one of the outbox, and what it does in the midst of a day. */
export type Keeping = {
  turn: (sql: Sql, day: Day) => Promise<void>;
  tidy: (sql: Sql, day: Day) => Promise<void>;
};

export const keepWhole: Keeping = {
  async turn(sql, { forgotten, forgottenOutbox }) {
    await deleteInBatches(sql, deleteEvents, forgotten.to);
    await deleteInBatches(sql, deletePublished, forgottenOutbox.to);
    await vacuum(sql, tables);
  },
  async tidy() {},
};

export const keepParted: Keeping = {
  async turn(sql, { forgotten, forgottenOutbox, next }) {
    for (const table of tables) await makeRange(sql, table, next);
    await dropRange(sql, forgotten, eventTables);
    await dropRange(sql, forgottenOutbox, ["outbox"]);
  },
  /** A fifth of a table is what autovacuum waits for. */
  async tidy(sql, { next }) {
    await vacuum(
      sql,
      tables.map((table) => `${table}_${next.name}`),
    );
  },
};

/**
 * A fifth of a day's events by two hundred, each with delivery and message: written, then numbered, delivered and
 * published, as it is live; keys and triggers are not asked.
 */
const liveFifth = (day: Range, fifth: number, rows: number) => `do $$
declare
  made uuid[];
begin
  for step in 1..${Math.ceil(rows / 1000)} loop
    with new as (
      insert into events (id, principal_kind, principal_id, type, subject_kind, subject_id, data,
          created_at)
        select id_at(at), 'agent', gen_random_uuid(), 'bid.placed', 'listing', gen_random_uuid(),
          '{"listing_id": "bench", "amount_cents": 1200}', at
        from (select '${day.from.toISOString()}'::timestamptz + interval '1 second'
          * (1 + ${dayMs / 5000 - 1} * (${fifth} + (step - 1) / ${Math.ceil(rows / 1000)}.0)) as at) as time,
          generate_series(1, 200)
        returning id)
      select array_agg(id) into made from new;
    insert into outbox (id, subject, payload, created_at)
      select id_at(created_at), 'events.published', '{"type": "bid.placed"}', created_at
      from events where id = any(made);
    commit;
    update events set position = nextval('event_positions') where id = any(made);
    insert into webhook_deliveries (id, endpoint_id, event_id, position, subject_kind, subject_id,
        created_at, due_at)
      select id_at(created_at), (select id from webhook_endpoints limit 1), id, position, subject_kind,
        subject_id, created_at, created_at from events where id = any(made);
    commit;
    update webhook_deliveries set leased_until = now(), attempts = 1 where event_id = any(made);
    update outbox set published_at = created_at where published_at is null;
    commit;
    update webhook_deliveries set state = 'delivered', due_at = null, leased_until = null,
      ended_at = created_at, last_status = 200 where event_id = any(made);
    commit;
  end loop;
end $$`;

/**
 * Lives through so many days, from `to` on; returns milliseconds of writing, and of forgetting
 * with the vacuums that layout has.
 */
export async function live(
  sql: Sql,
  keep: Keeping,
  { days, from, to, rows }: { days: number; from: Date; to: Date; rows: number },
): Promise<{ writingMs: number; forgettingMs: number }> {
  const rangeAt = (start: Date, day: number): Range => {
    const at = new Date(start.getTime() + day * dayMs);
    const name = `p${at.toISOString().slice(0, 10).replaceAll("-", "")}`;
    return { name, from: at, to: new Date(at.getTime() + dayMs) };
  };
  let writingMs = 0;
  let forgettingMs = 0;
  for (let index = 0; index < days; index++) {
    const day = {
      forgotten: rangeAt(from, index),
      forgottenOutbox: rangeAt(new Date(to.getTime() - outboxDays * dayMs), index),
      next: rangeAt(to, index),
    };
    forgettingMs += await msOf(() => keep.turn(sql, day));
    for (let fifth = 0; fifth < 5; fifth++) {
      await sql`set session_replication_role = replica`;
      writingMs += await msOf(() => sql.unsafe(liveFifth(day.next, fifth, rows)));
      await sql`set session_replication_role = origin`;
      forgettingMs += await msOf(() => keep.tidy(sql, day));
    }
  }
  return { writingMs, forgettingMs };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
