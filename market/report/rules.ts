/** Decides who may report something, and the effects of decisions and appeals. Pure. */
import type {
  AppealOutcome,
  ReportedKind,
  ReportOutcome,
  SellerPart,
} from "../../db/vocabulary/report.ts";
import type { ProblemCode } from "../errors.ts";
import type { Refusal } from "../refusal.ts";
import { OPEN_REPORTS_PER_REPORTER_MAX, OPEN_REPORTS_PER_SUBJECT_MAX } from "./limits.ts";

/** An administrator's choices about reports. */
export const reportWishes = ["dismiss", "suspend"] as const;
export type ReportWish = (typeof reportWishes)[number];

type Subject = {
  kind: ReportedKind;
  title: string | null;
  state: "shown" | "suspended" | "gone";
  isHeld: boolean;
  accountId: string | null;
  hiddenParts: readonly SellerPart[];
};

const missing: Record<ReportedKind, [code: ProblemCode, detail: string]> = {
  dataset: ["dataset_not_found", "No active dataset has this id."],
  seller: ["seller_not_found", "No seller has this id."],
  collection: ["collection_not_found", "No public collection has this id."],
  bundle: ["bundle_not_found", "No bundle has this id."],
  request: ["data_request_not_found", "No data request has this id."],
};

export function missingRefusal(kind: ReportedKind): Refusal {
  const [code, detail] = missing[kind];
  return { code, detail };
}

/** Null account: a visitor, whose reports are not counted by account. */
type ReporterFacts = { accountId: string | null; openOfAccount: number; openOfSubject: number };

/** Further reports of one thing add nothing, because it will be examined. */
export const isFull = (openOfSubject: number): boolean =>
  openOfSubject >= OPEN_REPORTS_PER_SUBJECT_MAX;

/** The reason why this account or visitor may not report it; null: it may. */
export function reportRefusal(subject: Subject, asked: ReporterFacts): Refusal | null {
  if (subject.state !== "shown") return missingRefusal(subject.kind);
  if (asked.accountId !== null && subject.accountId === asked.accountId) {
    return { code: "own_words", detail: "It is your own: change it, or withdraw it." };
  }
  if (asked.openOfAccount >= OPEN_REPORTS_PER_REPORTER_MAX) {
    const detail = `An account can have ${OPEN_REPORTS_PER_REPORTER_MAX} open reports.`;
    return { code: "limit_reached", detail };
  }
  if (!isFull(asked.openOfSubject)) return null;
  const detail = "Enough people have reported it; it is already under review.";
  return { code: "limit_reached", detail };
}

/** The title for a reporter; null: it is no longer public, or was deleted. */
export function titleForReporter({ kind, state, title }: Subject): string | null {
  return state === "gone" && kind !== "dataset" ? null : title;
}

/** Why this administrator may not decide about it; null: it belongs to another account. */
export function deciderRefusal(
  adminAccountId: string,
  ownerAccountId: string | null,
): Refusal | null {
  if (ownerAccountId !== adminAccountId) return null;
  return { code: "party_to_dispute", detail: "It is your own: another one has to decide." };
}

type Wish = { wish: ReportWish; parts: readonly SellerPart[] };

/** Why the wish cannot be followed; null: it can. Something that is no longer public is only dismissed. */
export function wishRefusal({ kind, state }: Subject, { wish, parts }: Wish): Refusal | null {
  if (wish === "dismiss") return null;
  if (state === "gone") {
    return { code: "reports_changed", detail: "It is no longer public. Dismiss the reports." };
  }
  if (kind !== "seller" || parts.length > 0) return null;
  const detail = "Choose what to hide: the name, the text or the logo.";
  return { code: "invalid_request", pointer: "/parts", detail };
}

/** The decision that a possible wish leads to. */
export function outcomeOf({ state }: Subject, wish: ReportWish): ReportOutcome {
  if (wish === "suspend") return "suspended";
  return state === "gone" ? "gone" : "dismissed";
}

type Seen = { seen: number; open: number; wish: ReportWish; isHeld: boolean };

/**
 * Refuses if the administrator has not seen all reports, or if another one has already decided. Without a
 * report, an administrator can suspend what is not held yet.
 */
export function seenRefusal({ seen, open, wish, isHeld }: Seen): Refusal | null {
  const isOwnInitiative = seen === 0 && wish === "suspend" && !isHeld;
  if (open === 0 && !isOwnInitiative) {
    return { code: "reports_changed", detail: "Another administrator has already decided." };
  }
  if (seen === open) return null;
  const detail = "There are new reports: read them first, then decide.";
  return { code: "reports_changed", detail };
}

type Appealed = {
  decision: ReportOutcome;
  parts: readonly SellerPart[];
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
};

/** Whether something is still held back by the decision. */
export function isHeldBy(
  { parts }: Pick<Appealed, "parts">,
  { kind, isHeld, hiddenParts }: Pick<Subject, "kind" | "isHeld" | "hiddenParts">,
): boolean {
  return kind === "seller" ? parts.some((part) => hiddenParts.includes(part)) : isHeld;
}

/** The reason why the owner may not appeal against a decision; null: they may, once. */
export function appealRefusal(decision: Appealed, subject: Subject): Refusal | null {
  const refused = (detail: string): Refusal => ({ code: "appeal_not_possible", detail });
  if (decision.decision !== "suspended") return refused("It hid nothing.");
  if (subject.kind === "request") return refused("A removed request stays removed: post another.");
  if (decision.appealedAt !== null) return refused("It was appealed against: that is done once.");
  return isHeldBy(decision, subject) ? null : refused("This decision does not hold it any more.");
}

/** The reason why an appeal does not await this outcome; null: it does. */
export function appealOutcomeRefusal(
  decision: Pick<Appealed, "appealedAt" | "appealOutcome">,
  outcome: AppealOutcome,
): Refusal | null {
  if (decision.appealedAt === null) {
    return { code: "appeal_not_possible", detail: "Nobody has appealed against it." };
  }
  if (decision.appealOutcome === null) return null;
  const isSame = decision.appealOutcome === outcome;
  const detail = `Another administrator has already decided ${isSame ? "the same" : "otherwise"}.`;
  return { code: "reports_changed", detail };
}

/** The name that buyers see instead of one that an administrator hides. */
const placeholderName = (agentId: string): string => `Seller ${agentId.slice(-8)}`;

type Named = {
  id: string;
  agentName: string;
  hiddenName: string | null;
  hiddenParts: SellerPart[];
};

/** The columns of an agent after these parts are hidden. */
export function hideParts(agent: Named, parts: readonly SellerPart[]) {
  const isNamed = parts.includes("name") && !agent.hiddenParts.includes("name");
  return {
    hiddenParts: [...new Set([...agent.hiddenParts, ...parts])],
    agentName: isNamed ? placeholderName(agent.id) : agent.agentName,
    hiddenName: isNamed ? agent.agentName : agent.hiddenName,
  };
}

/** The columns after these parts are shown again. A name that the owner has replaced stays. */
export function showParts(agent: Named, parts: readonly SellerPart[]) {
  const isNamed = parts.includes("name") && agent.hiddenParts.includes("name");
  return {
    hiddenParts: agent.hiddenParts.filter((part) => !parts.includes(part)),
    agentName: (isNamed ? agent.hiddenName : null) ?? agent.agentName,
    hiddenName: parts.includes("name") ? null : agent.hiddenName,
  };
}
