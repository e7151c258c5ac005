/** How a child's failure names a fault of the values, which only an expression's text can carry. */
import type { Place } from "../../market/query/plan.ts";
import { type ValueFault, valueFaults } from "../../market/query/value-faults.ts";

const marker = /@fault:([a-z_]+):(\d+)@/;

/** Only SQL has expressions that can fail, so a place is an offset in its text. */
export const markOf = (code: ValueFault, at: Place) => `@fault:${code}:${Number(at) || 0}@`;

export class ValueFaultError extends Error {
  constructor(code: ValueFault, at: Place) {
    super(markOf(code, at));
    this.name = "ValueFaultError";
  }
}

/** The fault in a failure's text; null if it failed for another reason. */
export function readFault(reason: string): { code: ValueFault; at: number } | null {
  const [, code = "", at = "0"] = marker.exec(reason) ?? [];
  return code in valueFaults ? { code: code as ValueFault, at: Number(at) } : null;
}
