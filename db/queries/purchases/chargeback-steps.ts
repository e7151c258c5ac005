/** Administrators' decisions about chargebacks: written, claimed by a driver, ended. */
import { and, asc, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { chargebackSteps } from "../../schema/index.ts";

export type ChargebackStepRow = typeof chargebackSteps.$inferSelect;

/** Adds a step to a locked chargeback. */
export async function insertStep(
  tx: Database,
  values: typeof chargebackSteps.$inferInsert,
): Promise<ChargebackStepRow> {
  const [row] = await tx.insert(chargebackSteps).values(values).returning();
  if (row === undefined) throw new Error("the step of a chargeback was not written");
  return row;
}

/** Locks an unfinished step; the locks of the purchase and the chargeback come first. */
export async function lockOwedStep(tx: Database, id: string): Promise<ChargebackStepRow | null> {
  const [row] = await tx
    .select()
    .from(chargebackSteps)
    .where(and(eq(chargebackSteps.id, id), eq(chargebackSteps.state, "owed")))
    .for("update");
  return row ?? null;
}

/** Changes a step unless it has ended, so that a driver that was overtaken postpones nothing. */
export async function updateStep(
  tx: Database,
  id: string,
  change: Partial<typeof chargebackSteps.$inferInsert>,
): Promise<void> {
  const isOwed = and(eq(chargebackSteps.id, id), eq(chargebackSteps.state, "owed"));
  await tx.update(chargebackSteps).set(change).where(isOwed);
}

/** Whether the chargeback has an unfinished step. */
export async function hasOwedStep(db: Database, chargebackId: string): Promise<boolean> {
  const where = and(
    eq(chargebackSteps.chargebackId, chargebackId),
    sql`${chargebackSteps.state} = 'owed'`,
  );
  return (await db.$count(chargebackSteps, where)) > 0;
}

/** The chargeback's last steps, newest first. */
export async function readSteps(
  db: Database,
  chargebackId: string,
  rowsMax: number,
): Promise<ChargebackStepRow[]> {
  return db
    .select()
    .from(chargebackSteps)
    .where(eq(chargebackSteps.chargebackId, chargebackId))
    .orderBy(desc(chargebackSteps.id))
    .limit(rowsMax);
}

/** Claims a due step for one driver until `leaseUntil`; null if none is due. */
export async function claimDueStep(
  db: Database,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ChargebackStepRow | null> {
  const due = db
    .$with("due")
    .as(
      db
        .select({ id: chargebackSteps.id })
        .from(chargebackSteps)
        .where(lte(chargebackSteps.dueAt, now))
        .orderBy(asc(chargebackSteps.dueAt))
        .limit(1)
        .for("update", { skipLocked: true }),
    );
  const [row] = await db
    .with(due)
    .update(chargebackSteps)
    .set({ dueAt: leaseUntil, attempts: sql`${chargebackSteps.attempts} + 1` })
    .where(inArray(chargebackSteps.id, db.select({ id: due.id }).from(due)))
    .returning();
  return row ?? null;
}
