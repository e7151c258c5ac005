/** Columns that hold secrets, encrypted if the operator has a key. An empty text holds none. */
import { and, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { SealedPlace } from "../../platform/secrets/stored-secret.ts";
import type { Database } from "../client.ts";
import { deliveryTargets, uploadImports, webhookEndpoints } from "../schema/index.ts";

type Column = SealedPlace["column"];

const columns: Record<Column, { id: PgColumn; stored: PgColumn }> = {
  "webhook_endpoints.url": { id: webhookEndpoints.id, stored: webhookEndpoints.url },
  "upload_imports.source": { id: uploadImports.id, stored: uploadImports.source },
  "delivery_targets.credentials": { id: deliveryTargets.id, stored: deliveryTargets.credentials },
};

export const sealedColumns = Object.keys(columns) as Column[];

type UnsealedPage = { beginning: string; sealed: string; after: string; rowsMax: number };

/**
 * Locks the next rows after an id whose value is not sealed with the current key; an empty
 * `beginning` means plain text. Skips locked rows.
 */
export async function lockOtherwiseSealed(
  tx: Database,
  column: Column,
  { beginning, sealed, after, rowsMax }: UnsealedPage,
): Promise<{ id: string; stored: string }[]> {
  const { id, stored } = columns[column];
  const isDone: SQL =
    beginning === ""
      ? sql`not starts_with(${stored}, ${sealed})`
      : sql`starts_with(${stored}, ${beginning})`;
  return await tx
    .select({ id: sql<string>`${id}`, stored: sql<string>`${stored}` })
    .from(id.table)
    .where(and(gt(id, after), ne(stored, ""), sql`not (${isDone})`))
    .orderBy(id)
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

/** Stores the re-sealed value of a locked row; for its owner nothing changes. */
export async function storeResealed(
  tx: Database,
  { column, rowId }: SealedPlace,
  text: string,
): Promise<void> {
  const { id, stored } = columns[column];
  const name = sql.identifier(stored.name);
  await tx.execute(sql`update ${id.table} set ${name} = ${text} where ${id} = ${rowId}`);
}
