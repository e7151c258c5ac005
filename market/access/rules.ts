/** Who may order a gated listing, and what a seller may decide. Pure. */
import type { AccessState } from "../../db/vocabulary/access.ts";
import { hourMs, secondsUntil } from "../../platform/time.ts";
import type { FieldFault } from "../errors.ts";
import type { Refusal } from "../refusal.ts";
import { ACCESS_AGAIN_HOURS_MIN } from "./limits.ts";

export const accessDecisions = ["approve", "decline", "withdraw"] as const;
export type AccessDecision = (typeof accessDecisions)[number];

const decided: Record<AccessDecision, Exclude<AccessState, "pending">> = {
  approve: "approved",
  decline: "declined",
  withdraw: "withdrawn",
};

/** What a decision makes of a request; `repeat`: it is so already. */
export function decide(
  state: AccessState,
  decision: AccessDecision,
  reason: string | undefined,
): Exclude<AccessState, "pending"> | "repeat" | Refusal {
  const after = decided[decision];
  if (state === after) return "repeat";
  const from = decision === "withdraw" ? "approved" : "pending";
  if (state !== from) {
    const detail = `It is ${state}. Only ${from === "pending" ? "a pending request can be approved or declined" : "an approval can be withdrawn"}.`;
    return { code: "access_request_decided", detail };
  }
  if (decision === "approve" || reason !== undefined) return after;
  return { code: "invalid_request", pointer: "/reason", detail: "Say the reason to the buyer." };
}

/** Why this buyer cannot order; null: the listing has no gate, or lets them in. */
export function gateRefusal(
  { accessQuestions }: { accessQuestions: string[] | null },
  hasAccess: boolean,
): Refusal | null {
  if (accessQuestions === null || hasAccess) return null;
  return {
    code: "access_required",
    pointer: "{id}",
    detail: "The seller approves each buyer of this dataset.",
  };
}

/** Faults of answers by their place; empty: each question has one. */
export function answerFaults(
  questions: readonly string[],
  answers: readonly string[],
): FieldFault[] {
  if (questions.length === answers.length) return [];
  const detail = `The dataset asks ${questions.length} questions: give an answer to each, in their order.`;
  return [{ pointer: "/answers", code: "invalid_answers", detail }];
}

/** Why the buyer cannot ask again yet; null if they can. */
export function againRefusal(
  latest: { state: AccessState; decidedAt: Date | null } | null,
  now: Date,
): Refusal | null {
  if (latest === null) return null;
  if (latest.state === "approved" || latest.state === "pending") {
    const detail = latest.state === "pending" ? "Your request is pending." : "You have access.";
    return { code: "access_requested", detail };
  }
  const freeAt = (latest.decidedAt ?? now).getTime() + ACCESS_AGAIN_HOURS_MIN * hourMs;
  if (freeAt <= now.getTime()) return null;
  return {
    code: "rate_limited",
    detail: `The seller decided less than ${ACCESS_AGAIN_HOURS_MIN} h ago.`,
    retryAfterSeconds: secondsUntil(freeAt, now),
  };
}
