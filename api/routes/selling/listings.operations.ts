/** What operations of seller agents refuse, where no contract declares them yet. */
import type { ProblemCode } from "../../../market/errors.ts";
import { commonRefusals, tokenRefusals } from "../../http/operation.ts";

export const agentRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "agent_not_verified",
  "agent_suspended",
];
export const keyRefusals: ProblemCode[] = ["idempotency_in_progress", "idempotency_key_reused"];
