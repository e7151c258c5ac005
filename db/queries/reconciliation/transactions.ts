/** The provider's balance transactions, by id, each with its purchase. */
import { and, inArray, isNull, or, sql } from "drizzle-orm";
import type { BalanceTransaction } from "../../../platform/payments/port.ts";
import type { Database } from "../../client.ts";
import { providerTransactions, purchases, purses } from "../../schema/index.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stores a page of transactions; existing ones are updated. */
export async function saveTransactions(db: Database, page: BalanceTransaction[]): Promise<void> {
  if (page.length === 0) return;
  const purchaseOf = await findPurchasesOf(db, page);
  const rows = page.map((item) => {
    const { purchaseId: _named, paymentIntentId: _intent, ...facts } = item;
    return { ...facts, purchaseId: purchaseOf(item) };
  });
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(providerTransactions)
    .values(rows)
    .onConflictDoUpdate({
      target: providerTransactions.id,
      set: {
        movement: excluded("movement"),
        amountCents: excluded("amount_cents"),
        feeCents: excluded("fee_cents"),
        netCents: excluded("net_cents"),
        currency: excluded("currency"),
        objectId: excluded("object_id"),
        payoutAccountId: excluded("payout_account_id"),
        purchaseId: sql`coalesce(excluded.purchase_id, ${providerTransactions.purchaseId})`,
      },
    });
}

/**
 * By the object named in a purchase or purse, otherwise by the payment, otherwise by the name given to it.
 * A shared charge and its refunds are its purse's; a transfer of it that names a purchase is that purchase's.
 */
async function findPurchasesOf(db: Database, page: BalanceTransaction[]) {
  const intents = known(page.map(({ paymentIntentId }) => paymentIntentId));
  const objects = known(page.map(({ objectId }) => objectId));
  const named = known(page.map(({ purchaseId }) => purchaseId)).filter((id) => uuid.test(id));
  const found = await db
    .select({
      id: purchases.id,
      purseId: purchases.purseId,
      paymentIntentId: purchases.paymentIntentId,
      transferId: purchases.transferId,
      refundId: purchases.refundId,
    })
    .from(purchases)
    .where(
      or(
        and(inArray(purchases.paymentIntentId, intents), isNull(purchases.purseId)),
        inArray(purchases.transferId, objects),
        inArray(purchases.refundId, objects),
        inArray(purchases.id, named),
      ),
    );
  const shared = await db
    .select({
      id: purses.id,
      paymentIntentId: purses.paymentIntentId,
      refundId: purses.refundId,
    })
    .from(purses)
    .where(
      or(
        inArray(purses.paymentIntentId, intents),
        inArray(purses.refundId, objects),
        inArray(purses.id, named),
      ),
    );
  const byName = new Map<string, string>();
  for (const { id, purseId, paymentIntentId, ...names } of found) {
    byName.set(id, id);
    const own = purseId === null ? [paymentIntentId] : [];
    for (const name of [...own, ...Object.values(names)]) if (name !== null) byName.set(name, id);
  }
  for (const { id, ...names } of shared) {
    byName.set(id, id);
    for (const name of Object.values(names)) if (name !== null) byName.set(name, id);
  }
  const purseOf = new Map(
    found.flatMap(({ id, purseId }) => (purseId === null ? [] : [[id, purseId] as const])),
  );
  const look = (name: string | null) => (name === null ? null : (byName.get(name) ?? null));
  return ({ movement, paymentIntentId, objectId, purchaseId }: BalanceTransaction) => {
    const byGivenName = look(purchaseId?.toLowerCase() ?? null);
    const part = byGivenName !== null && purseOf.has(byGivenName) ? byGivenName : null;
    const id = look(objectId) ?? part ?? look(paymentIntentId) ?? byGivenName;
    const isRefund = movement === "refund" || movement === "refund_failure";
    return isRefund && id !== null ? (purseOf.get(id) ?? id) : id;
  };
}

function known(names: (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))];
}
