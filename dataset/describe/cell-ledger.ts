/** Counts the different cells of a table that have become public, against its budget. */

/** Texts are cut in what is shown; as long a beginning tells them apart. */
const keyCharsMax = 200;

export class CellLedger {
  #left: number;
  #spent = 0;
  readonly #known = new Map<number, Set<string>>();

  constructor(budgetCells: number) {
    this.#left = budgetCells;
  }

  /** Cells that are public so far. */
  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes cells that have no spelling of their own, such as the leaves of nested ones. */
  spendCells(cells: number): boolean {
    if (cells > this.#left) return false;
    this.#left -= cells;
    this.#spent += cells;
    return true;
  }

  /** Takes those of a column's values that are not public yet: all of them, or none. */
  spendValues(column: number, values: readonly unknown[]): boolean {
    const fresh = this.fresh(column, values);
    if (!this.spendCells(fresh.length)) return false;
    this.note(column, fresh);
    return true;
  }

  /** The values of a column that are not public yet, each once, as they are noted. */
  fresh(column: number, values: readonly unknown[]): string[] {
    const known = this.#known.get(column);
    return [...new Set(values.map(spellingOf))].filter((value) => !known?.has(value));
  }

  /** Remembers values that were paid for otherwise. */
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
