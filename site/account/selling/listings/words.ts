import type { ListingStatus } from "../../../../db/vocabulary/listing.ts";
import type { Tone } from "../../../kit/parts.tsx";

export const statusWords: Record<ListingStatus, { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "plain" },
  active: { label: "On sale", tone: "good" },
  withdrawn: { label: "Withdrawn", tone: "plain" },
  sold: { label: "Sold", tone: "good" },
  suspended: { label: "Suspended", tone: "bad" },
};
