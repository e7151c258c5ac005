/** Refusals that follow from who calls, from body and key, and from faults. */
import type { ProblemCode } from "../errors.ts";
import { type CallerKind, type Op, readsBody } from "./contract.ts";

/** Problems that any call may meet: too many calls, and a fault or a weakness of ours. */
const commonRefusals: ProblemCode[] = [
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "answer_overdue",
];
/** Of every call that needs a token or key. */
const tokenRefusals: ProblemCode[] = [
  "token_missing",
  "token_invalid",
  "token_kind_wrong",
  "token_expired",
  "token_revoked",
];
/** Of every call that reads a body. */
const bodyRefusals: ProblemCode[] = [
  "malformed_json",
  "body_too_complex",
  "body_too_large",
  "media_type_not_supported",
];

/** A connected program's token may lack the scope of whatever needs one. */
const credentialRefusals: ProblemCode[] = [...tokenRefusals, "scope_missing", "account_suspended"];
const sellerRefusals: ProblemCode[] = [
  ...credentialRefusals,
  "agent_not_verified",
  "agent_suspended",
];

const callerRefusals: Record<CallerKind, ProblemCode[]> = {
  anyone: [],
  anyone_or_operator: [],
  anyone_or_either: [],
  operator: credentialRefusals,
  agent: sellerRefusals,
  operator_or_agent: sellerRefusals,
  operator_or_applicant: credentialRefusals,
  applicant: credentialRefusals,
  token_holder: tokenRefusals,
  owner: ["not_the_owner", "origin_not_allowed", "identity_unavailable"],
};

/** Every refusal of an operation, but for those of a key or an address that any call may meet. */
export function refusalsOf(op: Op): ProblemCode[] {
  return [
    ...new Set<ProblemCode>([
      ...(op.computed === true ? (["rate_limited"] as const) : commonRefusals),
      "invalid_request",
      ...callerRefusals[op.by.kind],
      ...(readsBody(op) ? bodyRefusals : []),
      ...(op.matched === true ? (["precondition_failed"] as const) : []),
      ...op.refuses,
    ]),
  ];
}
