/** Purchases that wait for approval. */
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import {
  auditLog,
  events,
  outbox,
  purchases,
  waitingPurchases,
} from "../../../../db/schema/index.ts";
import type { ConnectionScope } from "../../../../db/vocabulary/connection.ts";
import { waitingStates } from "../../../../db/vocabulary/purchase.ts";
import type { ApiKeyInput } from "../../../../market/account/schemas.ts";
import { openConnection } from "../../../../market/connection/open-connection.ts";
import { buy, type Money, type MoneyBuyer, newPayingBuyer, offer } from "../../../support/money.ts";

/** Above this amount the keys of these tests ask for approval. */
const confirmAboveCents = 500;

export const newAskingBuyer = (
  { api, provider }: Money,
  key: Partial<ApiKeyInput> = {},
): Promise<MoneyBuyer> =>
  newPayingBuyer(api, provider, { key: { confirm_above_cents: confirmAboveCents, ...key } });

/**
 * A program connected by the buyer: its key also asks for approval, and pays with any of their
 * cards.
 */
export async function connectedBuyer(
  { api }: Pick<Money, "api">,
  { owner }: MoneyBuyer,
  scopes: ConnectionScope[] = ["read", "purchase", "sell"],
) {
  const connection = await openConnection(api.ctx, owner, {
    client: {
      clientId: "https://assistant.example/client.json",
      clientName: "Research assistant",
      clientHost: "assistant.example",
      isRegisteredDynamically: false,
      scopesAsked: scopes,
    },
    terms: {
      scopes,
      agent_name: `seller ${v7()}`,
      confirm_above_cents: confirmAboveCents,
    },
    makeGrant: async () => v7(),
  });
  const { accountId } = owner;
  const apiKeyId = connection.apiKeyId ?? "";
  return { connection, operator: { kind: "operator" as const, accountId, apiKeyId } };
}

/** Requests a new dataset at this price; returns both ids. */
export async function ask(
  { api, seller }: Money,
  buyer: MoneyBuyer,
  priceCents = 1000,
): Promise<{ waitingId: string; datasetId: string }> {
  const datasetId = await offer(api, seller, { priceCents });
  const answer = await buy(api, buyer, datasetId);
  if (answer.status !== 202) throw new Error(`it does not wait: ${answer.text}`);
  return { waitingId: String(answer.body.id), datasetId };
}

export async function readWaiting({ api }: Pick<Money, "api">, id: string) {
  const [row] = await api.db.select().from(waitingPurchases).where(eq(waitingPurchases.id, id));
  if (row === undefined) throw new Error(`no waiting purchase ${id}`);
  return row;
}

export const purchasesOf = ({ api }: Pick<Money, "api">, datasetId: string) =>
  api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));

/** The entries of audit log, feed and outbox about one purchase, each in order. */
export async function tracesOf({ api }: Pick<Money, "api">, id: string) {
  const audit = await api.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(sql`${auditLog.detail}->>'waiting_purchase_id' = ${id}`)
    .orderBy(auditLog.id);
  const told = await api.db
    .select({ type: events.type })
    .from(events)
    .where(eq(events.subjectId, id))
    .orderBy(events.id);
  const mails = await api.db.$count(outbox, sql`${outbox.payload}->>'waiting_purchase_id' = ${id}`);
  return { audit: audit.map((row) => row.action), events: told.map((row) => row.type), mails };
}

/** Always holds: an approval request leads to at most one purchase, and only if it was approved. */
export async function expectSound({ api }: Pick<Money, "api">, apiKeyIds: string[]): Promise<void> {
  const rows = await api.db.select().from(waitingPurchases);
  const own = rows.filter(({ apiKeyId }) => apiKeyIds.includes(apiKeyId));
  for (const row of own) {
    if (!waitingStates.includes(row.state)) throw new Error(`${row.id} is ${row.state}`);
    const made = row.purchaseId === null ? [] : [row.purchaseId];
    const found = await api.db.select().from(purchases).where(eq(purchases.apiKeyId, row.apiKeyId));
    const of = found.filter(({ id }) => made.includes(id));
    if (of.length !== made.length) throw new Error(`${row.id} names a purchase that is not there`);
    for (const purchase of of) {
      const isSame = purchase.priceCents === row.priceCents && purchase.uploadId === row.uploadId;
      if (!isSame) throw new Error(`${purchase.id} is not what was approved`);
    }
  }
  const approved = own.filter(({ state }) => state === "approved").length;
  const opened = await api.db
    .select()
    .from(purchases)
    .where(
      sql`${purchases.apiKeyId} in ${apiKeyIds} and ${purchases.priceCents} > ${confirmAboveCents}`,
    );
  if (opened.length !== approved)
    throw new Error(`${opened.length} opened of ${approved} approved`);
}
