/**
 * Rows that a card's charge pays: a purchase, or a purse of several. Their columns of a payment and of a
 * refund are the same, so one code settles both.
 */
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { ledgerEntries, purchases, purses } from "../../schema/index.ts";
import type { Entry, LedgerAccount, PostingKind } from "../../vocabulary/ledger.ts";
import type { PurchaseRow } from "./purchases.ts";

export type PurseRow = typeof purses.$inferSelect;
export type PurseChange = Partial<typeof purses.$inferInsert>;
export type ChargedRow = PurchaseRow | PurseRow;

type SharedColumn = Extract<keyof PurchaseRow, keyof PurseRow>;
/** A change of columns that purchases and purses share. */
export type ChargedChange = Partial<Pick<PurchaseRow & PurseRow, SharedColumn>>;

export function isPurse(row: ChargedRow): row is PurseRow {
  return "kind" in row;
}

const tableOf = (row: ChargedRow) => (isPurse(row) ? purses : purchases);
const nameOf = (row: ChargedRow) => (isPurse(row) ? "purse" : "purchase");

/** Rows of the table that `of` comes from have its type. */
const sameKind = <R extends ChargedRow>(_of: R, rows: ChargedRow[]) => rows as R[];

/** The row as it is now. */
export async function findCharged<R extends ChargedRow>(db: Database, seen: R): Promise<R> {
  const table = tableOf(seen);
  const [row] = sameKind(seen, await db.select().from(table).where(eq(table.id, seen.id)));
  if (row === undefined) throw new Error(`${nameOf(seen)} ${seen.id} is gone`);
  return row;
}

/**
 * Locks the row until the transaction ends; everything that moves its money must lock it first. Before a purchase its
 * purse is locked: what the bank does to their charge concerns both.
 */
export async function lockCharged<R extends ChargedRow>(tx: Database, seen: R): Promise<R> {
  if (!isPurse(seen) && seen.purseId !== null) {
    await tx
      .select({ id: purses.id })
      .from(purses)
      .where(eq(purses.id, seen.purseId))
      .for("update");
  }
  const table = tableOf(seen);
  const rows = await tx.select().from(table).where(eq(table.id, seen.id)).for("update");
  const [row] = sameKind(seen, rows);
  if (row === undefined) throw new Error(`${nameOf(seen)} ${seen.id} is gone`);
  return row;
}

/** Locks the purchase or purse of an id; null: there is none. */
export async function lockById(tx: Database, id: string): Promise<ChargedRow | null> {
  for (const table of [purchases, purses] as const) {
    const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update");
    if (row !== undefined) return row as ChargedRow;
  }
  return null;
}

/** Changes a locked row. Throws if its state differs from the locked one. */
export async function updateCharged<R extends ChargedRow>(
  tx: Database,
  locked: R,
  change: ChargedChange,
): Promise<R> {
  const table = tableOf(locked);
  const rows = await tx
    .update(table)
    .set(change)
    .where(and(eq(table.id, locked.id), eq(table.state, locked.state)))
    .returning();
  const [row] = sameKind(locked, rows);
  if (row === undefined)
    throw new Error(`${nameOf(locked)} ${locked.id} was moved without its lock`);
  return row;
}

/** Stores the id of the payment intent; the first one stays. */
export async function saveIntentId<R extends ChargedRow>(
  db: Database,
  seen: R,
  paymentIntentId: string,
): Promise<R> {
  const table = tableOf(seen);
  const saved = await db
    .update(table)
    .set({ paymentIntentId })
    .where(
      and(eq(table.id, seen.id), eq(table.state, "payment_pending"), isNull(table.paymentIntentId)),
    )
    .returning();
  const [first] = sameKind(seen, saved);
  return first ?? findCharged(db, seen);
}

type LockedSeen<R extends ChargedRow> = {
  purchase: R;
  /** The next due time; a webhook that arrived in the meantime has already made it due again. */
  dueAt: (next: Date | null) => Date | null;
  /**
   * Whether a webhook or another driver came in the meantime, so that the earlier reading may be
   * outdated.
   */
  isOvertaken: boolean;
};

/** Locks a row that a driver read before its calls to the provider. */
export async function lockSeen<R extends ChargedRow>(
  tx: Database,
  seen: R,
): Promise<LockedSeen<R>> {
  const purchase = await lockCharged(tx, seen);
  const isOvertaken = purchase.settleDueAt?.getTime() !== seen.settleDueAt?.getTime();
  const dueAt = (next: Date | null) => (isOvertaken ? earlier(purchase.settleDueAt, next) : next);
  return { purchase, dueAt, isOvertaken };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

type Later = {
  /** Null: nothing is due until something happens. */
  dueAt: Date | null;
  /**
   * The provider has stored an answer under the used key, so the next attempt needs another one.
   */
  isKeySpent: boolean;
};

/** Postpones a row without other changes. */
export async function putOff<R extends ChargedRow>(
  db: Database,
  seen: R,
  { dueAt, isKeySpent }: Later,
): Promise<R> {
  return db.transaction(async (tx) => {
    const { purchase, dueAt: keep } = await lockSeen(tx, seen);
    if (purchase.state !== seen.state) return purchase;
    const isNewKey = isKeySpent && purchase.keyGeneration === seen.keyGeneration;
    return updateCharged(tx, purchase, {
      settleDueAt: keep(dueAt),
      settleAttempts: Math.max(purchase.settleAttempts, 1),
      keyGeneration: purchase.keyGeneration + (isNewKey ? 1 : 0),
    });
  });
}

/** A refund attempt has ended without an effect, unless a later one has begun. */
export async function endRefundTry(db: Database, seen: ChargedRow): Promise<void> {
  const table = tableOf(seen);
  await db
    .update(table)
    .set({ refundTryingAt: null })
    .where(and(eq(table.id, seen.id), eq(table.keyGeneration, seen.keyGeneration)));
}

type Claim = { now: Date; leaseUntil: Date; rowsMax: number };

/**
 * Claims due purchases, each for one driver, until `leaseUntil`; longest due first. If a driver
 * dies, they become due again then.
 */
export async function claimDuePurchases(db: Database, claim: Claim): Promise<PurchaseRow[]> {
  return (await claimDue(db, purchases, claim)) as PurchaseRow[];
}

/** The same for purses. */
export async function claimDuePurses(db: Database, claim: Claim): Promise<PurseRow[]> {
  return (await claimDue(db, purses, claim)) as PurseRow[];
}

function claimDue(
  db: Database,
  table: typeof purchases | typeof purses,
  { now, leaseUntil, rowsMax }: Claim,
): Promise<ChargedRow[]> {
  // A CTE, so that it runs once: a subquery might run again and lock other rows.
  const due = db
    .$with("due")
    .as(
      db
        .select({ id: table.id })
        .from(table)
        .where(lte(table.settleDueAt, now))
        .orderBy(asc(table.settleDueAt))
        .limit(rowsMax)
        .for("update", { skipLocked: true }),
    );
  return db
    .with(due)
    .update(table)
    .set({ settleDueAt: leaseUntil, settleAttempts: sql`${table.settleAttempts} + 1` })
    .where(inArray(table.id, db.select({ id: due.id }).from(due)))
    .returning();
}

const entriesOf = (row: ChargedRow) =>
  isPurse(row) ? eq(ledgerEntries.purseId, row.id) : eq(ledgerEntries.purchaseId, row.id);

/** Writes one posting, whose entries must sum to zero when the transaction ends. */
export async function insertLedgerEntries(
  tx: Database,
  row: ChargedRow,
  given: { posting: PostingKind; entries: Entry[]; now: Date; reference?: string },
): Promise<void> {
  const { posting, entries, now, reference = "" } = given;
  const subject = isPurse(row) ? { purseId: row.id } : { purchaseId: row.id };
  const rows = entries.map((entry) => ({
    ...entry,
    ...subject,
    posting,
    reference,
    currency: row.currency,
    createdAt: now,
  }));
  if (rows.length > 0) await tx.insert(ledgerEntries).values(rows);
}

/** Whether a locked row already has a posting with this `reference`. */
export async function hasPosting(
  tx: Database,
  row: ChargedRow,
  { posting, reference }: { posting: PostingKind; reference: string },
): Promise<boolean> {
  const where = and(
    entriesOf(row),
    eq(ledgerEntries.posting, posting),
    eq(ledgerEntries.reference, reference),
  );
  return (await tx.$count(ledgerEntries, where)) > 0;
}

/** Balance of a row's ledger account, in cents; with `postings`, what these kinds moved onto it. */
export async function accountCents(
  tx: Database,
  row: ChargedRow | { purchaseId: string },
  account: LedgerAccount,
  postings?: PostingKind[],
): Promise<number> {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.amountCents}), 0)`;
  const own = "purchaseId" in row ? eq(ledgerEntries.purchaseId, row.purchaseId) : entriesOf(row);
  const [found] = await tx
    .select({ cents: sum.mapWith(Number) })
    .from(ledgerEntries)
    .where(
      and(
        own,
        eq(ledgerEntries.account, account),
        postings && inArray(ledgerEntries.posting, postings),
      ),
    );
  return found?.cents ?? 0;
}
