import type {
  AppealOutcome,
  ReportedKind,
  ReportOutcome,
  ReportReason,
  SellerPart,
} from "../../../db/vocabulary/report.ts";
import type { Tone } from "../../kit/parts.tsx";

export const reportReasonWords: Record<ReportReason, string> = {
  illegal_content: "Illegal content",
  personal_data: "Personal data of others",
  infringes_rights: "Infringes rights (copyright, licence, trade secret)",
  misleading: "Misleading: the data differ from the description",
  malware: "Malware",
  other: "Something else",
};

type StatusLabel = { tone: Tone; label: string };

export const decisionWords: Record<ReportOutcome, StatusLabel> = {
  dismissed: { tone: "plain", label: "stays public" },
  suspended: { tone: "bad", label: "hidden" },
  gone: { tone: "plain", label: "was gone already" },
};

export const appealWords: Record<AppealOutcome, StatusLabel> = {
  upheld: { tone: "good", label: "appeal upheld" },
  rejected: { tone: "plain", label: "appeal rejected" },
};

type State = {
  state: "shown" | "suspended" | "gone";
  isHeld: boolean;
  hiddenParts: readonly SellerPart[];
};

/** Whether everybody sees it, for example "public, without its name and logo". */
export function stateText({ state, isHeld, hiddenParts }: State): string {
  if (state === "gone") return "no longer public";
  if (state === "suspended") return isHeld ? "hidden" : "suspended";
  return hiddenParts.length === 0 ? "public" : `public, without its ${hiddenParts.join(" and ")}`;
}

/** The public page of something that can be reported. */
const publicPaths: Record<ReportedKind, string> = {
  dataset: "/datasets",
  seller: "/sellers",
  collection: "/collections",
  bundle: "/bundles",
  request: "/requests",
};

type Key = { kind: ReportedKind; id: string };

export const publicPath = ({ kind, id }: Key): string => `${publicPaths[kind]}/${id}`;

/** The form for visitors, which leads people who are signed in to the one of their account. */
export const reportPath = ({ kind, id }: Key): string => `/report/${kind}/${id}`;
