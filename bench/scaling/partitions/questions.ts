/** What the service asks of these tables, by its own queries: milliseconds, planning, and pages read. */
import { createHash } from "node:crypto";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type { Database } from "../../../db/client.ts";
import { findEventPosition, readEvents } from "../../../db/queries/events/events.ts";
import {
  claimDueDeliveries,
  findNextPosition,
  lockDelivery,
  pageDeliveries,
} from "../../../db/queries/events/webhook-deliveries.ts";
import { pageAuditLog } from "../../../db/queries/journal/audit-log.ts";
import { isMailEnded } from "../../../db/queries/journal/mail-endings.ts";
import { findQueuedSince, lockUnpublished } from "../../../db/queries/journal/outbox.ts";
import { quantileOf } from "../quantile.ts";
import type { Sql } from "./layouts.ts";

export type Question = { name: string; ask: (db: Database) => Promise<unknown> };
export type Cost = { msP50: number; msP95: number; planningMs: number; pages: number };

const idOf = (kind: string, number: number) => {
  const hex = createHash("md5").update(`${kind}${number}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};
const anyOf = (count: number) => 1 + Math.floor(Math.random() * count);
const agent = () => ({ kind: "agent" as const, id: idOf("agent", anyOf(1000)) });

/** Of events, deliveries and the outbox. `upTo` is the last position. */
export async function eventQuestions(sql: Sql, upTo: number): Promise<Question[]> {
  const some = await sql<{ id: string; eventId: string; endpointId: string; holder: string }[]>`
    select d.id, event_id as "eventId", endpoint_id as "endpointId", principal_id as holder
    from webhook_deliveries d join events e on e.id = event_id
    where d.position % ${Math.ceil(upTo / 500)} = 7`;
  const one = () => some[Math.floor(Math.random() * some.length)] as (typeof some)[number];
  const now = new Date();
  return [
    {
      name: "an event by its id, and whose it is",
      ask: (db) => {
        const { eventId, holder } = one();
        return findEventPosition(db, { kind: "agent", id: holder }, eventId);
      },
    },
    {
      name: "the cursor: the last of the next 500 positions",
      ask: (db) => findNextPosition(db, { after: upTo - 1000, rowsMax: 500 }),
    },
    {
      name: "a principal's feed, at its end",
      ask: (db) => readEvents(db, agent(), { after: upTo - 5000, types: [], rowsMax: 100 }),
    },
    {
      name: "a principal's feed, from its beginning",
      ask: (db) => readEvents(db, agent(), { after: 0, types: [], rowsMax: 100 }),
    },
    {
      name: "deliveries that are due, 50 of 2000",
      ask: (db) =>
        claimDueDeliveries(db, {
          now,
          leasedUntil: new Date(now.getTime() + 60_000),
          rowsMax: 50,
          perEndpointMax: 4,
          perFailingMax: 1,
          failingBefore: now,
        }),
    },
    {
      name: "a delivery by its id, locked",
      ask: (db) => {
        const { id, endpointId } = one();
        return lockDelivery(db, { deliveryId: id, endpointId });
      },
    },
    {
      name: "the same, had it the event's id too",
      ask: (db) => {
        const { id, eventId } = one();
        return db.execute(drizzleSql`select * from webhook_deliveries join events
          on events.id = event_id where webhook_deliveries.id = ${id} and event_id = ${eventId}
          and events.id = ${eventId} for update of webhook_deliveries`);
      },
    },
    {
      name: "a page of an endpoint's deliveries, with their number",
      ask: (db) =>
        pageDeliveries(db, {
          endpointId: one().endpointId,
          eventId: undefined,
          state: undefined,
          limit: 20,
          offset: 0,
        }),
    },
    { name: "what the relay takes", ask: (db) => lockUnpublished(db, 100) },
    {
      name: "whether a job is queued, of the last hour",
      ask: (db) =>
        findQueuedSince(
          db,
          "jobs.profile",
          "upload_id",
          [one().id],
          new Date(now.getTime() - 3_600_000),
        ),
    },
  ];
}

/** Of the audit log; `middle` is an id half-way through it. */
export function auditQuestions(rows: number, middle: string): Question[] {
  const account = () => idOf("account", anyOf(5000));
  return [
    {
      name: "audit: the newest page of a reader",
      ask: (db) => pageAuditLog(db, { accountId: account(), before: null, limit: 50 }),
    },
    {
      name: "audit: a page of a reader half-way back",
      ask: (db) => pageAuditLog(db, { accountId: account(), before: middle, limit: 50 }),
    },
    {
      name: "audit: by subject",
      ask: (db) =>
        isMailEnded(db, {
          subjectKind: "purchase",
          subjectId: idOf("purchase", anyOf(rows / 3)),
          detail: { kind: "none" },
          actions: ["mail.sent"],
        }),
    },
    {
      name: "audit: the newest page of an actor",
      ask: (db) =>
        db.execute(drizzleSql`select * from audit_log where actor_kind = 'account'
          and actor_id = ${account()} order by id desc limit 50`),
    },
  ];
}

class Undone extends Error {}

/** Asks within a transaction that is undone; answers what `work` did. */
async function undone<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      result = { value: await work(tx) };
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  if (result === undefined) throw new Error("the transaction never began");
  return result.value;
}

type QueryRecorder = { db: Database; sent: { query: string; params: unknown[] }[]; sql: Sql };

function open(sql: Sql): QueryRecorder {
  const sent: QueryRecorder["sent"] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => sent.push({ query, params }) };
  return { db: drizzle(sql, { casing: "snake_case", logger }), sent, sql };
}

/** Asks each question of all databases in turn, so that what else the machine does meets all alike. */
export async function askAll(
  questions: readonly Question[],
  databases: readonly Sql[],
  times: number,
): Promise<Map<string, Cost[]>> {
  const opened = databases.map(open);
  const costs = new Map<string, Cost[]>();
  for (const { name, ask } of questions) {
    const took = opened.map((): number[] => []);
    for (let time = -3; time < times; time++) {
      for (const [index, { db }] of opened.entries()) {
        const ms = await undone(db, async (tx) => {
          const startedAt = performance.now();
          await ask(tx);
          return performance.now() - startedAt;
        });
        if (time >= 0) took[index]?.push(ms);
      }
    }
    const of: Cost[] = [];
    for (const [index, asked] of opened.entries()) {
      const at = (part: number) => quantileOf(took[index] ?? [], part);
      of.push({ msP50: at(0.5), msP95: at(0.95), ...(await explain(asked, ask)) });
    }
    costs.set(name, of);
  }
  return costs;
}

type Plan = { "Planning Time": number; Plan: Record<string, number> };

/** What its statements take to be planned, and how many pages they touch; the median of nine. */
async function explain({ db, sent, sql }: QueryRecorder, ask: Question["ask"]) {
  const found: { planningMs: number; pages: number }[] = [];
  for (let time = 0; time < 9; time++) {
    sent.length = 0;
    await undone(db, ask);
    const statements = sent.filter(({ query }) => /^\s*(select|update|with)/i.test(query));
    let planningMs = 0;
    let pages = 0;
    for (const { query, params } of [...statements]) {
      await sql
        .begin(async (tx) => {
          const [row] = await tx.unsafe(
            `explain (analyze, buffers, format json) ${query}`,
            params as never[],
          );
          const [plan] = (row?.["QUERY PLAN"] ?? []) as Plan[];
          planningMs += plan?.["Planning Time"] ?? 0;
          pages += (plan?.Plan["Shared Hit Blocks"] ?? 0) + (plan?.Plan["Shared Read Blocks"] ?? 0);
          throw new Undone();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });
    }
    found.push({ planningMs, pages });
  }
  const middleOf = (of: (one: (typeof found)[number]) => number) => quantileOf(found.map(of), 0.5);
  return {
    planningMs: middleOf(({ planningMs }) => planningMs),
    pages: middleOf(({ pages }) => pages),
  };
}
