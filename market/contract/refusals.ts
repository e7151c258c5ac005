/** Refusals that follow from caller, body, key and faults. */
import type { ProblemCode } from "../errors.ts";
import { callers } from "./callers.ts";
import { type Op, readsBody } from "./contract.ts";

/** Problems of any call: too many calls, and faults of the service. */
const commonRefusals: ProblemCode[] = [
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "answer_overdue",
];
const bodyRefusals: ProblemCode[] = [
  "malformed_json",
  "body_too_complex",
  "body_too_large",
  "media_type_not_supported",
];

/** Every refusal of an operation, except those of keys and addresses, which any call can meet. */
export function refusalsOf(op: Op): ProblemCode[] {
  return [
    ...new Set<ProblemCode>([
      ...(op.computed === true ? (["rate_limited"] as const) : commonRefusals),
      "invalid_request",
      ...(callers[op.by.kind].refuses ?? []),
      ...(readsBody(op) ? bodyRefusals : []),
      ...(op.matched === true ? (["precondition_failed"] as const) : []),
      ...op.refuses,
    ]),
  ];
}
