import { normalizeValue } from "../../../sdk/src/normalize-value.ts";
import { WITHHELD_VALUE } from "../leak-budget.ts";
import type { Sample } from "../schemas.ts";
import { JoinHasher } from "./join-hasher.ts";

/** The values that a paid file's sample shows to everybody, as the hashes of its columns. */
export class ShownValues {
  readonly #sample: Sample;
  readonly #hasher: JoinHasher;

  constructor(sample: Sample, hashKey: string) {
    this.#sample = sample;
    this.#hasher = new JoinHasher(hashKey);
  }

  /** Of the first column with this name, ascending and different. */
  hashesOf(name: string): number[] {
    const at = this.#sample.columns.findIndex((column) => column.name === name);
    const values = this.#sample.rows.flatMap((row) => {
      const value = row[at];
      if (typeof value !== "string" && typeof value !== "number") return [];
      return value === WITHHELD_VALUE ? [] : (normalizeValue(String(value)) ?? []);
    });
    const hashes = new Set(values.map((value) => this.#hasher.hashValue(value)));
    return [...hashes].sort((one, other) => one - other);
  }
}
