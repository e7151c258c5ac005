import type { RunState } from "../../../db/vocabulary/reconciliation.ts";
import type { FindingView } from "../../../market/reconciliation/schemas.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { tone: Tone; label: string };

export const runStateWords: Record<RunState, StateWords> = {
  due: { tone: "plain", label: "Pending" },
  running: { tone: "accent", label: "Runs" },
  failed: { tone: "bad", label: "Failed, will be retried" },
  done: { tone: "good", label: "Compared" },
};

export const findingStateWords: Record<FindingView["state"], StateWords> = {
  open: { tone: "bad", label: "Open" },
  resolved: { tone: "good", label: "Resolved" },
  closed: { tone: "plain", label: "Closed" },
};

/** `charge_unknown` becomes "charge unknown". */
export function kindName(kind: string): string {
  return kind.replaceAll("_", " ");
}
