import type { AgentState } from "../../../../db/vocabulary/agent.ts";
import type { Tone } from "../../../kit/parts.tsx";

export const stateWords: Record<AgentState, { label: string; tone: Tone }> = {
  pending: { label: "Awaiting your approval", tone: "warn" },
  verified: { label: "Approved", tone: "good" },
  rejected: { label: "Rejected", tone: "plain" },
  revoked: { label: "Revoked", tone: "plain" },
};
