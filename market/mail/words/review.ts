import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type ReviewRemovedFacts = {
  title: string;
  version: number;
  /** The administrator's reason. */
  reason: string;
};

type PartWords = { subject: string; removed: string; after: string; label: string };

const partWords: Record<ReviewPart, PartWords> = {
  review: {
    subject: "Your review was removed",
    removed: "your review of",
    after: "Nobody can see it any more, and it does not count in the dataset's rating.",
    label: "See your reviews",
  },
  answer: {
    subject: "Your answer to a review was removed",
    removed: "your answer to a review of",
    after: "The review itself is not affected; nobody can see your answer any more.",
    label: "See the reviews of your datasets",
  },
};

/** The mail to the author of the removed part; `siteUrl` has no trailing slash. */
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
