/** The words of the mails that tell of an administrator's removal. Pure; they name nobody's address. */
import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type ReviewRemovedFacts = {
  title: string;
  version: number;
  /** The administrator's. */
  reason: string;
};

type PartWords = { subject: string; removed: string; after: string; label: string };

const partWords: Record<ReviewPart, PartWords> = {
  review: {
    subject: "Your review was removed",
    removed: "your review of",
    after: "It is shown to nobody and does not count in the dataset's rating.",
    label: "See your reviews",
  },
  answer: {
    subject: "Your answer to a review was removed",
    removed: "your answer to a review of",
    after: "The review itself stays as it was; your answer is shown to nobody.",
    label: "See the reviews of your datasets",
  },
};

/** What is said of a removed part to who wrote it; `siteUrl` has no slash at its end. */
export function reviewRemovedWords(part: ReviewPart) {
  return ({ title, version, reason }: ReviewRemovedFacts, siteUrl: string): MailWords => {
    const { subject, removed, after, label } = partWords[part];
    return {
      subject: `${subject}: ${title}`,
      paragraphs: [
        `An administrator has removed ${removed} "${title}" (version ${version}):`,
        quoted(reason),
        after,
      ],
      action: { label, url: `${siteUrl}/account/reviews` },
    };
  };
}
