/** Counts the distinct cells of a table that have become public, against its budget. */

/** Shown texts are cut at this length, so a beginning of this length identifies them. */
const keyCharsMax = 200;

export class CellLedger {
  #left: number;
  #spent = 0;
  readonly #known = new Map<number, Set<string>>();

  constructor(budgetCells: number) {
    this.#left = budgetCells;
  }

  /** Number of public cells so far. */
  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#left;
  }

  /** Charges cells without a text of their own, such as the leaves of nested values. */
  spendCells(cells: number): boolean {
    if (cells > this.#left) return false;
    this.#left -= cells;
    this.#spent += cells;
    return true;
  }

  /** Charges the values of a column that are not public yet: all of them or none. */
  spendValues(column: number, values: readonly unknown[]): boolean {
    const fresh = this.fresh(column, values);
    if (!this.spendCells(fresh.length)) return false;
    this.note(column, fresh);
    return true;
  }

  /** The column's values that are not public yet, each once, as ledger keys. */
  fresh(column: number, values: readonly unknown[]): string[] {
    const known = this.#known.get(column);
    return [...new Set(values.map(spellingOf))].filter((value) => !known?.has(value));
  }

  /** Records values that were charged elsewhere. */
  note(column: number, values: readonly unknown[]): void {
    if (values.length === 0) return;
    const known = this.#known.get(column) ?? new Set();
    this.#known.set(column, known);
    for (const value of values) known.add(spellingOf(value));
  }
}

function spellingOf(value: unknown): string {
  return String(value).slice(0, keyCharsMax);
}
