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

/** A statement of transactions is kept from its fifth time on. */
const sentBeforeMin = 4;
/** Each connection keeps so many at most. */
const keptMax = 150;
/** More parameters are a list that was written out, which comes with another length each time. */
const parametersMax = 50;
/** Of texts that were not sent often yet; then counting begins anew. */
const countedMax = 1000;

/**
 * Which statements of transactions the connections keep prepared: those that a process sends again and again.
 * Such a statement takes one round trip instead of two, and is neither read nor mostly planned again.
 */
export class FrequentStatements {
  readonly #kept = new Set<string>();
  readonly #sent = new Map<string, number>();

  /** Hears of a statement that is to be sent; true when it is to be kept. */
  keeps(statement: string, parameters: number): boolean {
    if (this.#kept.has(statement)) return true;
    // One without parameters may be several, and takes one round trip as it is.
    if (parameters === 0 || parameters > parametersMax || this.#kept.size >= keptMax) return false;
    const before = this.#sent.get(statement) ?? 0;
    if (before >= sentBeforeMin) {
      this.#sent.delete(statement);
      this.#kept.add(statement);
      return true;
    }
    if (this.#sent.size >= countedMax) this.#sent.clear();
    this.#sent.set(statement, before + 1);
    return false;
  }
}
