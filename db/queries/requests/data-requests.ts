import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, bounties, dataRequestAnswers, dataRequests } from "../../schema/index.ts";
import type { DataRequestState } from "../../vocabulary/request.ts";
import { type BountyDetail, bountyOfRequest } from "../bounties/bounties.ts";
import { behindInstant, type Slice } from "../slice.ts";

const { searchVector: _vector, ...dataRequestColumns } = getTableColumns(dataRequests);

/** Without the search vector, which only the search reads. */
export { dataRequestColumns };

export type DataRequestRow = Omit<typeof dataRequests.$inferSelect, "searchVector">;
export type DataRequestChange = Partial<typeof dataRequests.$inferInsert>;

export type DataRequestDetail = {
  request: DataRequestRow;
  /** Number of pending and accepted answers. */
  answerCount: number;
  bounty: BountyDetail | null;
};

/** The fields of a request that every view shows. */
export function dataRequestFields(db: Database) {
  const standing = db
    .select({ total: count() })
    .from(dataRequestAnswers)
    .where(
      and(
        eq(dataRequestAnswers.requestId, dataRequests.id),
        inArray(dataRequestAnswers.state, ["pending", "accepted"]),
      ),
    );
  return {
    request: dataRequestColumns,
    answerCount: sql<number>`(${standing})`.mapWith(Number),
    bounty: bountyOfRequest,
  };
}

function selectDataRequests(db: Database) {
  return db
    .select(dataRequestFields(db))
    .from(dataRequests)
    .innerJoin(accounts, eq(accounts.id, dataRequests.accountId));
}

/**
 * Requests that an administrator removed, and those of suspended accounts, are hidden from
 * everybody else.
 */
export const isPublic = sql`${dataRequests.state} <> 'removed' and ${accounts.suspendedAt} is null`;

export async function insertDataRequest(
  tx: Database,
  values: typeof dataRequests.$inferInsert,
): Promise<DataRequestRow> {
  const [row] = await tx.insert(dataRequests).values(values).returning(dataRequestColumns);
  if (row === undefined) throw new Error("the insert of a data request returned no row");
  return row;
}

/** Locks the row: answering, deciding and changing are serialised. */
export async function lockDataRequest(
  tx: Database,
  requestId: string,
): Promise<DataRequestRow | null> {
  const [row] = await tx
    .select(dataRequestColumns)
    .from(dataRequests)
    .where(eq(dataRequests.id, requestId))
    .for("update");
  return row ?? null;
}

export async function updateDataRequest(
  tx: Database,
  requestId: string,
  change: DataRequestChange,
): Promise<DataRequestRow> {
  const [row] = await tx
    .update(dataRequests)
    .set(change)
    .where(eq(dataRequests.id, requestId))
    .returning(dataRequestColumns);
  if (row === undefined) throw new Error(`data request ${requestId} vanished under its lock`);
  return row;
}

/** A public request, or null. */
export async function findPublicDataRequest(
  db: Database,
  requestId: string,
): Promise<DataRequestDetail | null> {
  const [row] = await selectDataRequests(db).where(and(eq(dataRequests.id, requestId), isPublic));
  return row ?? null;
}

/** The account's own request, even if removed, or null. */
export async function findOwnDataRequest(
  db: Database,
  key: { requestId: string; accountId: string },
): Promise<DataRequestDetail | null> {
  const [row] = await selectDataRequests(db).where(
    and(eq(dataRequests.id, key.requestId), eq(dataRequests.accountId, key.accountId)),
  );
  return row ?? null;
}

/** A request in any state, for administrators; null if there is none. */
export async function findDataRequest(
  db: Database,
  requestId: string,
): Promise<DataRequestDetail | null> {
  const [row] = await selectDataRequests(db).where(eq(dataRequests.id, requestId));
  return row ?? null;
}

/** Whether the poster's account is suspended. */
export async function isPosterSuspended(db: Database, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ suspendedAt: accounts.suspendedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.suspendedAt !== null;
}

/**
 * Condition for a request's state at an instant; an open one past its deadline counts as expired.
 */
export function isInState(state: DataRequestState, now: Date): SQL | undefined {
  const over = lte(dataRequests.expiresAt, now);
  if (state === "open") return and(eq(dataRequests.state, "open"), gt(dataRequests.expiresAt, now));
  if (state !== "expired") return eq(dataRequests.state, state);
  return or(eq(dataRequests.state, "expired"), and(eq(dataRequests.state, "open"), over));
}

/** Number of the account's open requests; exact while the account is locked. */
export async function countOpenDataRequests(
  db: Database,
  accountId: string,
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(dataRequests)
    .where(and(eq(dataRequests.accountId, accountId), isInState("open", now)));
  return row?.total ?? 0;
}

/**
 * When the earliest of the account's last `max` requests was posted; null if there were fewer since
 * `since`.
 */
export async function firstOfLastDataRequests(
  db: Database,
  { accountId, since, max }: { accountId: string; since: Date; max: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ at: dataRequests.createdAt })
    .from(dataRequests)
    .where(and(eq(dataRequests.accountId, accountId), gt(dataRequests.createdAt, since)))
    .orderBy(desc(dataRequests.createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

type Page = Slice & {
  /** Absent: of all accounts. */
  accountId?: string;
  state: DataRequestState | undefined;
  now: Date;
};

const requestOrder = { at: dataRequests.createdAt, id: dataRequests.id };

/** Requests in any state, newest first, and their total number. */
export async function pageDataRequests(
  db: Database,
  { accountId, state, now, ...page }: Page,
): Promise<{ rows: DataRequestDetail[]; total: number }> {
  const where = and(
    accountId === undefined ? undefined : eq(dataRequests.accountId, accountId),
    state === undefined ? undefined : isInState(state, now),
  );
  const [rows, totals] = await Promise.all([
    selectDataRequests(db)
      .where(and(where, behindInstant(requestOrder, page)))
      .orderBy(desc(dataRequests.createdAt), desc(dataRequests.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(dataRequests).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/**
 * Locks open requests past their deadline, longest overdue first. Skips rows locked by another
 * clock, and requests whose bounty has not ended: its end decides whether they are fulfilled.
 */
export async function lockOverdueDataRequests(
  tx: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<DataRequestRow[]> {
  return tx
    .select(dataRequestColumns)
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.state, "open"),
        lte(dataRequests.expiresAt, now),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(bounties)
            .where(and(eq(bounties.requestId, dataRequests.id), isNull(bounties.endedAt))),
        ),
      ),
    )
    .orderBy(dataRequests.expiresAt)
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

/** Requests whose poster is due a mail about answers that is not queued yet, locked as above. */
export async function lockDueAnswerMails(
  tx: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<DataRequestRow[]> {
  return tx
    .select(dataRequestColumns)
    .from(dataRequests)
    .where(and(lte(dataRequests.mailDueAt, now), isNull(dataRequests.mailQueuedAt)))
    .orderBy(dataRequests.mailDueAt)
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}
