/** Refusals that follow from caller, body, key and faults. */
import type { ProblemCode } from "../errors.ts";
import { type CallerKind, type Op, readsBody } from "./contract.ts";

/** Problems of any call: too many calls, and faults of the service. */
const commonRefusals: ProblemCode[] = [
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "answer_overdue",
];
const tokenRefusals: ProblemCode[] = [
  "token_missing",
  "token_invalid",
  "token_kind_wrong",
  "token_expired",
  "token_revoked",
];
const bodyRefusals: ProblemCode[] = [
  "malformed_json",
  "body_too_complex",
  "body_too_large",
  "media_type_not_supported",
];

/** Every operation with a credential can answer `scope_missing`: a connected program's token may lack the scope. */
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

/** Every refusal of an operation, except those of keys and addresses, which any call can meet. */
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
