import type { FieldFault } from "../errors.ts";
import { describeUnknown } from "./display.ts";
import type { QueriedColumn } from "./plan.ts";

/** Collects a query's faults, and finds its columns. */
export class Checks {
  readonly faults: FieldFault[] = [];
  readonly columns: readonly QueriedColumn[];
  readonly #byName: Map<string, QueriedColumn>;

  constructor(columns: readonly QueriedColumn[]) {
    this.columns = columns;
    this.#byName = new Map(columns.map((column) => [column.name, column]));
  }

  refuse(pointer: string, detail: string): null {
    this.faults.push({ pointer, code: "invalid_query", detail });
    return null;
  }

  column(name: string, pointer: string): QueriedColumn | null {
    const found = this.#byName.get(name);
    if (found !== undefined) return found;
    const names = this.columns.map((column) => column.name);
    return this.refuse(pointer, describeUnknown("column", name, names));
  }
}
