/** Brings old listings up to what searches ask of columns. */
import { fillColumnFacts as fillRows } from "../../db/queries/search/column-facts.ts";
import type { Context } from "../context.ts";

/** Gives listings of an earlier release the facts of their columns; returns how many. */
export async function fillColumnFacts(ctx: Context, rowsMax: number): Promise<number> {
  return await fillRows(ctx.db, rowsMax);
}
