import type { AccessState } from "../../../db/vocabulary/access.ts";
import type { Tone } from "../../kit/parts.tsx";

export const accessStateWords: Record<AccessState, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "warn" },
  approved: { label: "Approved", tone: "good" },
  declined: { label: "Declined", tone: "plain" },
  withdrawn: { label: "Withdrawn", tone: "plain" },
};
