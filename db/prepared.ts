/** Marks statements that each connection keeps prepared: their plan and types are asked for once. */
import { sql } from "drizzle-orm";

const mark = "/* prepared */";

/**
 * Stands in a statement that many requests send with one and the same text, whatever their arguments:
 * lists are one parameter. Others would fill the connections with statements that never come again.
 */
export const prepared = sql.raw(mark);

export function isPrepared(statement: string): boolean {
  return statement.includes(mark);
}
