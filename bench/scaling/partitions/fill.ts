/** What the tables hold: a month of events with a delivery each, a week of the outbox, years of the audit log. */
import { dayMs } from "../../../platform/time.ts";
import type { Sql } from "./layouts.ts";

const principals = 1000;
const endpoints = 100;
/** Of the newest events: what is still owed to endpoints. */
const backlog = 2000;
const accounts = 5000;
export const auditDays = 720;
export const outboxDays = 7;

/** SQL of the id that a number has. */
export const idOf = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`;

/** Keys and triggers are not asked while it is filled. */
export async function fillEvents(
  sql: Sql,
  { rows, from, to }: { rows: number; from: Date; to: Date },
): Promise<void> {
  const at = (start: Date, of: number) => {
    const seconds = (to.getTime() - start.getTime()) / 1000;
    return `'${start.toISOString()}'::timestamptz + interval '1 second' * (${seconds} * (g - 0.5) / ${of})`;
  };
  const messages = Math.round((rows * outboxDays * dayMs) / (to.getTime() - from.getTime()));
  const statements = [
    "set session_replication_role = replica",
    `insert into agents (id, agent_name, owner_email, state, account_id, registered_from_hash,
        registered_at, token_expires_at)
      select ${idOf("agent", "g")}, 'a' || g, 'a@example.org', 'verified', gen_random_uuid(), '', now(),
        now() + interval '1 year' from generate_series(1, ${principals}) g`,
    `insert into webhook_endpoints (id, principal_kind, principal_id, url, types, created_at, updated_at)
      select ${idOf("endpoint", "g")}, 'agent', ${idOf("agent", "g")}, 'https://example.org', '{}', now(),
        now() from generate_series(1, ${endpoints}) g`,
    `insert into events (id, position, principal_kind, principal_id, type, subject_kind, subject_id,
        data, created_at)
      select id_at(at), g, 'agent', ${idOf("agent", `1 + floor(random() * ${principals})`)}, 'bid.placed',
        'listing', ${idOf("listing", "g / 4")}, '{"listing_id": "bench", "amount_cents": 1200}', at
      from (select g, ${at(from, rows)} as at from generate_series(1, ${rows}) g) as made order by g`,
    `select setval('event_positions', ${rows})`,
    `insert into webhook_deliveries (id, endpoint_id, event_id, position, subject_kind, subject_id, state,
        attempts, created_at, due_at, ended_at, last_status)
      select id_at(created_at + interval '50 ms'), ${idOf("endpoint", `1 + position % ${endpoints}`)}, id,
        position, subject_kind, subject_id, case when is_owed then 'pending' else 'delivered' end, 1,
        created_at, case when is_owed then created_at end, case when is_owed then null else created_at end,
        case when is_owed then null else 200 end
      from (select *, position > ${rows - backlog} as is_owed from events) as events order by position`,
    `insert into outbox (id, subject, payload, created_at, published_at)
      select id_at(at), 'events.published', '{"type": "bid.placed"}', at, at
      from (select g, ${at(new Date(to.getTime() - outboxDays * dayMs), messages)} as at
        from generate_series(1, ${messages}) g) as made order by g`,
    "set session_replication_role = origin",
  ];
  for (const statement of statements) await sql.unsafe(statement);
}

/** Two thirds by two accounts each, as a sale is, the others by one. */
export async function fillAudit(
  sql: Sql,
  { rows, from, to }: { rows: number; from: Date; to: Date },
): Promise<void> {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const account = `1 + floor(random() * ${accounts})`;
  const statements = [
    "set session_replication_role = replica",
    `insert into audit_log (id, at, actor_kind, actor_id, action, subject_kind, subject_id, detail)
      select id_at(at), at, 'account', ${idOf("account", account)}, 'purchase.paid', 'purchase',
        ${idOf("purchase", "g / 3")}, '{"amount_cents": 1200}'
      from (select g, '${from.toISOString()}'::timestamptz
          + interval '1 second' * (${seconds} * (g - 0.5) / ${rows}) as at
        from generate_series(1, ${rows}) g) as made order by g`,
    `insert into audit_readers (account_id, audit_id) select actor_id::uuid, id from audit_log order by id`,
    `insert into audit_readers (account_id, audit_id)
      select ${idOf("account", account)}, id from audit_log where random() < 0.66 order by id
      on conflict do nothing`,
    "set session_replication_role = origin",
    "alter table audit_log disable trigger user",
  ];
  for (const statement of statements) await sql.unsafe(statement);
}
