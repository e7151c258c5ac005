/** What happened to something reported, in words for mails and pages. Pure. */
import type { ReportedKind, ReportOutcome, SellerPart } from "../../db/vocabulary/report.ts";

type KindWords = {
  /** Its name in a sentence. */
  noun: string;
  /** What each outcome means to anybody. */
  outcomes: Record<ReportOutcome, string>;
  /** What a suspension means to the owner. */
  suspended: string;
  /** What the owner can do about a suspension. */
  next: string;
};

const appealOnce =
  "If you disagree, you may appeal once, as long as this decision holds it back; you may also go to court.";

export const kindWords: Record<ReportedKind, KindWords> = {
  dataset: {
    noun: "dataset",
    outcomes: {
      dismissed: "It stays on sale.",
      suspended: "We took it off sale. Its seller may appeal.",
      gone: "It was no longer on sale when we reviewed it.",
    },
    suspended:
      "We took it off sale, everywhere and until further notice. Buyers keep their copies, and you keep the money from past sales.",
    next: appealOnce,
  },
  seller: {
    noun: "seller page",
    outcomes: {
      dismissed: "It stays as it is.",
      suspended: "We hid parts of it. The seller may appeal.",
      gone: "The seller was no longer public when we reviewed it.",
    },
    suspended: "We hid parts of your seller page. Your datasets stay on sale.",
    next: appealOnce,
  },
  collection: {
    noun: "collection",
    outcomes: {
      dismissed: "It stays public.",
      suspended: "We hid it. Its owner may appeal.",
      gone: "It was no longer public when we reviewed it.",
    },
    suspended: "We hid it from everybody but you. The datasets in it do not change.",
    next: `Change its title or description, then appeal and say what you changed. ${appealOnce}`,
  },
  bundle: {
    noun: "bundle",
    outcomes: {
      dismissed: "It stays on sale.",
      suspended: "We took it off sale and hid it. Its seller may appeal.",
      gone: "It was no longer public when we reviewed it.",
    },
    suspended:
      "We took the bundle off sale and hid it. Its datasets stay on sale one by one, and past purchases do not change.",
    next: `You can make another bundle with other words at once. ${appealOnce}`,
  },
  request: {
    noun: "data request",
    outcomes: {
      dismissed: "It stays public.",
      suspended: "We removed it.",
      gone: "It was no longer public when we reviewed it.",
    },
    suspended:
      "We removed it: only you can still see it. Money of a bounty that nobody has won is refunded to your card.",
    next: "You can post another request with other words. If you disagree, you may go to court.",
  },
};

const partWords: Record<SellerPart, string> = { name: "name", text: "text", logo: "logo" };

/** What the owner can do about a suspension, by the hidden parts of a seller. */
export function nextSteps(kind: ReportedKind, parts: readonly SellerPart[]): string {
  const ofName = parts.includes("name") ? ["You can choose another name at once."] : [];
  const isPage = parts.some((part) => part !== "name");
  const ofPage = isPage ? ["Change your seller page, then appeal and say what you changed."] : [];
  return [...ofName, ...ofPage, kindWords[kind].next].join(" ");
}

/** The outcome for the owner, with the hidden parts of a seller. */
export function outcomeForOwner(
  kind: ReportedKind,
  decision: ReportOutcome,
  parts: readonly SellerPart[],
): string {
  const { outcomes, suspended } = kindWords[kind];
  if (decision === "dismissed") return `${outcomes.dismissed} You do not need to do anything.`;
  if (decision === "gone") return outcomes.gone;
  if (parts.length === 0) return suspended;
  return `${suspended} Hidden: ${parts.map((part) => partWords[part]).join(", ")}.`;
}
