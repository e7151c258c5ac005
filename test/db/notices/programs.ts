/**
 * Programs killed by the numbering test: `writer`, eight writers of events of a few subjects that
 * notify after the commit; `former`, the same in the previous release, notifying in the
 * transaction; `numberer`, which only numbers and notifies. `<name> <database url>`; runs until it
 * is killed.
 */
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../../db/client.ts";
import { emitEvent } from "../../../market/event/emit-event.ts";

const [what, url = ""] = process.argv.slice(2);
const writersCount = 8;
const { db, notifier } = openDatabase({
  url,
  poolMax: writersCount,
  notifier: what === "former" ? null : undefined,
});

type Subject = { id: string; principal_id: string };

class TakenBack extends Error {}

/** Emits a subject's next event, with its sequence number. */
async function tellNext(tx: Database, { id, principal_id: accountId }: Subject): Promise<void> {
  const [row] = await tx.execute<{ told: number }>(
    sql`update subjects set told = told + 1 where id = ${id} returning told`,
  );
  const data = { webhook_id: id, told: row?.told };
  const to = [{ kind: "account" as const, id: accountId }];
  await emitEvent(tx, { type: "webhook.test", to, subjectId: id, data }, new Date());
}

/** Sometimes for two subjects, slow to commit, or rolled back. */
async function write(tx: Database, subjects: Subject[], turn: number): Promise<void> {
  const [one, other] = subjects;
  if (one === undefined || other === undefined) return;
  await tellNext(tx, one);
  if (turn % 3 === 0) await tellNext(tx, other);
  if (turn % 7 === 0) await tx.execute(sql`select pg_sleep(random() * 0.1)`);
  if (turn % 5 === 0) throw new TakenBack();
}

async function writer(number: number): Promise<void> {
  for (let turn = number; ; turn += 1) {
    await db
      .transaction(async (tx) => {
        const chosen = await tx.execute<Subject>(
          sql`select id, principal_id from subjects order by random() limit 2`,
        );
        // In a fixed order, to avoid deadlocks.
        const subjects = [...chosen].sort((a, b) => (a.id < b.id ? -1 : 1));
        await write(tx, subjects, turn);
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
  }
}

if (what === "numberer") {
  for (;;) {
    await notifier?.notify();
    await notifier?.number();
  }
} else {
  await Promise.all(Array.from({ length: writersCount }, (_, number) => writer(number)));
}
