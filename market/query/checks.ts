import { capitalize } from "../capitalize.ts";
import { placeAfter } from "../characters.ts";
import type { FieldFault } from "../errors.ts";
import { describeUnknown, displayName } from "./display.ts";
import { QUERY_EXPRESSIONS_MAX } from "./limits.ts";
import type { Place, PlannedColumn, QueriedColumn } from "./plan.ts";

/** A table of the query: the name that qualifies its columns, and its columns. */
export type CheckedTable = { name: string; columns: readonly QueriedColumn[] };

const faultsMax = 20;

/** PostgreSQL's parser cuts names after this many bytes. */
const sqlNameBytesMax = 63;

/** Collects a query's faults, and finds its columns. */
export class Checks {
  readonly faults: FieldFault[] = [];
  readonly tables: readonly CheckedTable[];
  readonly #sql: string | null;
  readonly #isOpen: boolean;
  #expressions = 0;

  /**
   * `sql` is null for the structured form, whose places are JSON pointers. `isOpen`: the tables may have further
   * columns, so an unknown one is no fault, and neither is anything that follows from it.
   */
  constructor(tables: readonly CheckedTable[], sql: string | null, { isOpen = false } = {}) {
    this.tables = tables;
    this.#sql = sql;
    this.#isOpen = isOpen;
  }

  refuse(at: Place, detail: string): null {
    const sql = this.#sql;
    if (this.isFull) return null;
    this.faults.push(
      typeof at === "number" && sql !== null
        ? { pointer: "/sql", code: "invalid_query", detail: `${placeInSql(sql, at)}: ${detail}` }
        : { pointer: String(at), code: "invalid_query", detail },
    );
    return null;
  }

  /** Whether no further fault is collected; finding the nearest names of each takes time. */
  get isFull(): boolean {
    return this.faults.length >= faultsMax;
  }

  /** Whether there is room for another expression; the first one beyond is a fault. */
  count(at: Place): boolean {
    this.#expressions += 1;
    if (this.#expressions === QUERY_EXPRESSIONS_MAX + 1) {
      const detail = `A query has up to ${QUERY_EXPRESSIONS_MAX} columns, values and operators.`;
      this.refuse(at, detail);
    }
    return this.#expressions <= QUERY_EXPRESSIONS_MAX;
  }

  /** In SQL, a name in another case also fits if it is the only one. */
  column(table: string | null, name: string, at: Place): PlannedColumn | null {
    if (this.isFull) return null;
    const tables = table === null ? this.tables : this.#tablesNamed(table);
    if (tables.length === 0) {
      const names = this.tables.map((one) => one.name);
      return this.refuse(at, describeUnknown("table of this query", table ?? "", names));
    }
    const found = this.#find(tables, name);
    if (found.length > 1) {
      const places = [...new Set(found.map((one) => this.tables[one.table]?.name ?? ""))];
      const advice =
        places.length > 1
          ? `Write ${places.map((place) => `${place}.${displayName(name)}`).join(" or ")}.`
          : "Write it in double quotes, with its exact letters.";
      return this.refuse(at, `Several columns are named ${displayName(name)}. ${advice}`);
    }
    const [first] = found;
    if (first !== undefined) return { is: "column", ...first, at };
    if (this.#isOpen) return null;
    const names = tables.flatMap((one) => one.columns.map((column) => column.name));
    return this.refuse(at, describeUnknown("column", name, names));
  }

  /** Whether a name without its table is a column. */
  hasColumn(name: string): boolean {
    return this.#find(this.tables, name).length > 0;
  }

  #tablesNamed(name: string): CheckedTable[] {
    const exact = this.tables.filter((table) => table.name === name);
    if (exact.length > 0) return exact;
    return this.tables.filter((table) => table.name.toLowerCase() === name.toLowerCase());
  }

  #find(tables: readonly CheckedTable[], name: string) {
    const matching = (fits: (name: string) => boolean) =>
      tables.flatMap((one) =>
        one.columns
          .filter((column) => fits(column.name))
          .map((column) => ({ table: this.tables.indexOf(one), column })),
      );
    const exact = matching((other) => other === name);
    if (exact.length > 0 || this.#sql === null) return exact;
    const lower = name.toLowerCase();
    const folded = matching((other) => other.toLowerCase() === lower);
    if (folded.length > 0 || Buffer.byteLength(name) < sqlNameBytesMax - 3) return folded;
    return matching((other) => other.toLowerCase().startsWith(lower));
  }
}

function placeInSql(sql: string, atByte: number): string {
  return capitalize(placeAfter(Buffer.from(sql, "utf8").subarray(0, atByte).toString("utf8")));
}
