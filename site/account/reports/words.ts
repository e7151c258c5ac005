import type {
  AppealOutcome,
  ListingDecisionKind,
  ListingReportReason,
} from "../../../db/vocabulary/report.ts";
import type { Tone } from "../../kit/parts.tsx";

export const reportReasonWords: Record<ListingReportReason, string> = {
  illegal_content: "Illegal content",
  personal_data: "Personal data of others",
  infringes_rights: "Infringes rights (copyright, licence, trade secret)",
  misleading: "Misleading: the data differ from the description",
  malware: "Malware",
  other: "Something else",
};

type StatusLabel = { tone: Tone; label: string };

export const decisionWords: Record<ListingDecisionKind, StatusLabel> = {
  dismissed: { tone: "plain", label: "stays on sale" },
  suspended: { tone: "bad", label: "taken off sale" },
  off_sale: { tone: "plain", label: "was off sale already" },
};

export const appealWords: Record<AppealOutcome, StatusLabel> = {
  upheld: { tone: "good", label: "appeal upheld" },
  rejected: { tone: "plain", label: "appeal rejected" },
};
