/**
 * Marks statements that each connection keeps prepared, so that they are parsed and planned only
 * once.
 */
import { sql } from "drizzle-orm";

const mark = "/* prepared */";

/**
 * Put it into a statement that many requests send with the same text, whatever their arguments:
 * lists must be one parameter. Other statements would fill the connections with plans that are
 * never reused.
 */
export const prepared = sql.raw(mark);

export function isPrepared(statement: string): boolean {
  return statement.includes(mark);
}

/** A statement in transactions is kept prepared from its fifth use on. */
const sentBeforeMin = 4;
/** Most statements that a connection keeps. */
const keptMax = 150;
/** A statement with more parameters contains an expanded list, whose length changes each time. */
const parametersMax = 50;
/** Most statements counted before the counts are reset. */
const countedMax = 1000;

/**
 * Decides which statements in transactions the connections keep prepared: those that a process
 * sends repeatedly. A prepared statement takes one round trip instead of two, and is neither parsed
 * nor usually planned again.
 */
export class FrequentStatements {
  readonly #kept = new Set<string>();
  readonly #sent = new Map<string, number>();

  /** Counts a statement about to be sent; returns whether to keep it prepared. */
  keeps(statement: string, parameters: number): boolean {
    if (this.#kept.has(statement)) return true;
    // Without parameters it may be several statements, and takes one round trip anyway.
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
