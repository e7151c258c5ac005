/** Who writes meanwhile: events, their deliveries and messages, with how long each transaction took. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { transactionRate } from "../pgbench.ts";
import { quantileOf } from "../quantile.ts";
import { idOf } from "./fill.ts";

export type Waits = {
  commits: number;
  /** Transactions that Postgres ended, such as for a deadlock. */
  failures: string[];
  msP50: number;
  msP99: number;
  msLongest: number;
};

const clients = 4;
const pauseMs = 10;

const event = `insert into events (id, principal_kind, principal_id, type, subject_kind, subject_id, data,
    created_at)
  values (id_at(now()), 'agent', ${idOf("agent", "1 + floor(random() * 1000)")}, 'bid.placed', 'listing',
    gen_random_uuid(), '{}', now()) returning id`;
const delivery = (
  eventId: string,
) => `insert into webhook_deliveries (id, endpoint_id, event_id, position,
    subject_kind, subject_id, due_at, created_at)
  values (id_at(now()), ${idOf("endpoint", "1 + floor(random() * 99)")}, ${eventId}, 0, 'listing',
    gen_random_uuid(), now(), now()) returning id`;
const message = `insert into outbox (id, subject, payload, created_at)
  values (id_at(now()), 'events.published', '{}', now()) returning id`;

/** Writes until `work` has ended, beginning a second before it; the waits are those within `work`. */
export async function besideWriters<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ result: T; waits: Waits }> {
  const sql = postgres(url, {
    max: clients,
    onnotice: () => {},
    connection: { "market.notices": "after" },
  });
  const done = new AbortController();
  let took: number[] = [];
  let failures: string[] = [];
  const timed = async (work: (tx: postgres.TransactionSql) => Promise<string>) => {
    const startedAt = performance.now();
    const result = await sql.begin(work).catch((error: unknown) => {
      failures.push(error instanceof postgres.PostgresError ? error.message : "unknown");
      return null;
    });
    took.push(performance.now() - startedAt);
    return result;
  };
  const writing = Array.from({ length: clients }, async () => {
    while (!done.signal.aborted) {
      const eventId = await timed(writeEvent);
      if (eventId !== null) await timed((tx) => owe(tx, eventId));
      await sleep(pauseMs);
    }
  });
  await sleep(1000);
  took = [];
  failures = [];
  const result = await work();
  done.abort();
  await Promise.all(writing);
  await sql.end();
  const at = (part: number) => quantileOf(took, part);
  return {
    result,
    waits: {
      commits: took.length - failures.length,
      failures,
      msP50: at(0.5),
      msP99: at(0.99),
      msLongest: at(1),
    },
  };
}

async function writeEvent(tx: postgres.TransactionSql): Promise<string> {
  const [written] = await tx.unsafe(event);
  await tx.unsafe(message);
  return String(written?.id);
}

/** Reads the event and owes it, as what fans out does: in a transaction of its own. */
async function owe(tx: postgres.TransactionSql, eventId: string): Promise<string> {
  await tx`select from events where id = ${eventId}`;
  const [owed] = await tx.unsafe(delivery("$1"), [eventId]);
  return String(owed?.id);
}

/** One event's whole way for pgbench: written, numbered, owed, delivered; its message, published. */
export const script = `begin;
${event} \\gset event_
${delivery(":event_id")} \\gset delivery_
${message} \\gset message_
commit;
begin;
update events set position = nextval('event_positions') where id = :event_id;
update webhook_deliveries set state = 'delivered', due_at = null, ended_at = now() where id = :delivery_id;
update outbox set published_at = now() where id = :message_id;
commit;
`;

/** An audit row and whom it concerns. */
export const auditScript = `begin;
insert into audit_log (id, at, actor_kind, actor_id, action, subject_kind, subject_id, detail)
  values (id_at(now()), now(), 'account', ${idOf("account", "1 + floor(random() * 5000)")},
    'purchase.paid', 'purchase', gen_random_uuid(), '{}') returning id \\gset audit_
insert into audit_readers (account_id, audit_id)
  values (${idOf("account", "1 + floor(random() * 5000)")}, :audit_id);
commit;
`;

/** Ways a second of as many clients as the pool of a process has; commits wait for no disk. */
export function writeRate(url: string, file: string, seconds: number): Promise<number> {
  const sessionOptions = "-c market.notices=after -c synchronous_commit=off";
  return transactionRate(url, {
    ...{ file, seconds, clients: 8, sessionOptions },
    more: ["-M", "prepared"],
  });
}
