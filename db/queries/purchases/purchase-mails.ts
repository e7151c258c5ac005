/** Purchases as the mail job sees them, and the notices whose message got lost. */
import { and, asc, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, auditLog, outbox, purchases } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

/** The audit actions that end the tries for one notice; their detail names it. */
const mailEndings = {
  sent: "purchase_mail.sent",
  refused: "purchase_mail.refused",
  skipped: "purchase_mail.skipped",
} as const;

type Person = { email: string; emailVerified: boolean };
export type PurchaseMailRow = { purchase: PurchaseRow; buyer: Person; seller: Person };

export async function findPurchaseMail(
  db: Database,
  purchaseId: string,
): Promise<PurchaseMailRow | null> {
  const sellers = alias(accounts, "sellers");
  const person = (account: typeof accounts | typeof sellers) => ({
    email: account.email,
    emailVerified: account.emailVerified,
  });
  const [row] = await db
    .select({ purchase: purchases, buyer: person(accounts), seller: person(sellers) })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.accountId))
    .innerJoin(sellers, eq(sellers.id, purchases.sellerAccountId))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/**
 * Owes the bus anew the notices that it was given before `silentSince` and whose tries have not
 * ended; returns how many. Rows that another clock holds are skipped.
 */
export async function republishLostMails(
  db: Database,
  { silentSince, rowsMax }: { silentSince: Date; rowsMax: number },
): Promise<number> {
  const ended = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, "purchase"),
        sql`${auditLog.subjectId} = (${outbox.payload}->>'purchase_id')::uuid`,
        inArray(auditLog.action, Object.values(mailEndings)),
        sql`${auditLog.detail}->>'notice' = ${outbox.payload}->>'notice'`,
      ),
    );
  const lost = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subject, "jobs.mail"),
        sql`${outbox.payload}->>'template' = 'purchase'`,
        lt(outbox.publishedAt, silentSince),
        notExists(ended),
      ),
    )
    .orderBy(asc(outbox.publishedAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const republished = await db
    .update(outbox)
    .set({ publishedAt: null })
    .where(inArray(outbox.id, lost))
    .returning({ id: outbox.id });
  return republished.length;
}
