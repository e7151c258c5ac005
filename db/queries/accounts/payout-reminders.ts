/** Reminders to sellers whose released money waits for a payout account. */
import { and, asc, count, eq, exists, gt, isNull, lte, notExists, sql, sum } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, payoutReminders, purchases } from "../../schema/index.ts";

type Due = { releasedBefore: Date; remindedAfter: Date; rowsMax: number };

const isWaiting = and(
  eq(purchases.state, "released"),
  isNull(purchases.transferredAt),
  gt(purchases.priceCents, purchases.feeCents),
);

/**
 * Locks accounts without payouts whose money has waited since before `releasedBefore` and that were
 * not reminded after `remindedAfter`. Skips rows locked by another clock.
 */
export async function lockPayeesToRemind(
  tx: Database,
  { releasedBefore, remindedAfter, rowsMax }: Due,
): Promise<string[]> {
  const waiting = tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(purchases.sellerAccountId, accounts.id),
        isWaiting,
        lte(purchases.releasedAt, releasedBefore),
      ),
    );
  const reminded = tx
    .select({ accountId: payoutReminders.accountId })
    .from(payoutReminders)
    .where(
      and(
        eq(payoutReminders.accountId, accounts.id),
        gt(payoutReminders.remindedAt, remindedAfter),
      ),
    );
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        isNull(accounts.payoutsEnabledAt),
        isNull(accounts.suspendedAt),
        eq(accounts.emailVerified, true),
        exists(waiting),
        notExists(reminded),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(rowsMax)
    .for("no key update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Records reminders for locked accounts; leaves out those that another clock has just reminded. */
export async function noteReminders(
  tx: Database,
  accountIds: string[],
  { now, remindedAfter }: { now: Date; remindedAfter: Date },
): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx
    .insert(payoutReminders)
    .values(accountIds.map((accountId) => ({ accountId, remindedAt: now })))
    .onConflictDoUpdate({
      target: payoutReminders.accountId,
      set: { remindedAt: now, mailedAt: null },
      setWhere: lte(payoutReminders.remindedAt, remindedAfter),
    })
    .returning({ accountId: payoutReminders.accountId });
  return rows.map(({ accountId }) => accountId);
}

export type PayoutMailRow = {
  email: string;
  emailVerified: boolean;
  payoutsEnabledAt: Date | null;
  remindedAt: Date;
  mailedAt: Date | null;
  waitingCents: number;
  waitingSales: number;
};

/**
 * The contents of a reminder, and whether it is still due; null if the account was never reminded.
 */
export async function findPayoutMail(
  db: Database,
  accountId: string,
): Promise<PayoutMailRow | null> {
  const [row] = await db
    .select({
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      payoutsEnabledAt: accounts.payoutsEnabledAt,
      remindedAt: payoutReminders.remindedAt,
      mailedAt: payoutReminders.mailedAt,
    })
    .from(payoutReminders)
    .innerJoin(accounts, eq(accounts.id, payoutReminders.accountId))
    .where(eq(payoutReminders.accountId, accountId));
  if (row === undefined) return null;
  const [waiting] = await db
    .select({
      waitingCents: sum(sql`${purchases.priceCents} - ${purchases.feeCents}`).mapWith(Number),
      waitingSales: count(),
    })
    .from(purchases)
    .where(and(eq(purchases.sellerAccountId, accountId), isWaiting));
  return {
    ...row,
    waitingCents: waiting?.waitingCents ?? 0,
    waitingSales: waiting?.waitingSales ?? 0,
  };
}

/** Ends the attempts for a reminder; a later one that started in the meantime stays due. */
export async function endReminder(
  db: Database,
  { accountId, remindedAt, now }: { accountId: string; remindedAt: Date; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(payoutReminders)
    .set({ mailedAt: now })
    .where(
      and(
        eq(payoutReminders.accountId, accountId),
        eq(payoutReminders.remindedAt, remindedAt),
        isNull(payoutReminders.mailedAt),
      ),
    )
    .returning({ accountId: payoutReminders.accountId });
  return ended.length === 1;
}
