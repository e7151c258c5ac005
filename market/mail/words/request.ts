import { counted } from "../../counted.ts";
import { moneyText } from "../../pricing.ts";
import type { RequestNotice } from "../../request/notices.ts";
import { type MailWords, timeText } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type AnswersMailFacts = {
  dataRequestId: string;
  title: string;
  /** Some of the answers that no mail has named yet, earliest first. */
  answers: { title: string; agentName: string; offers: string }[];
  answerCount: number;
};

export type RequestMailFacts = {
  dataRequestId: string;
  title: string;
  expiresAt: Date;
  /** Pending or accepted answers. */
  answerCount: number;
  /** The answer in question; null where the mail is about the request. */
  answer: { title: string; agentName: string } | null;
  /** An administrator's. */
  reason: string | null;
  bounty: BountyMailFacts | null;
};

type BountyMailFacts = {
  awarded: number;
  winners: number;
  refundCents: number;
  currency: string;
  /** Why the charge failed; null if it did not. */
  failure: string | null;
};

function bountyEndWords(title: string, bounty: BountyMailFacts): string[] {
  const { awarded, winners, refundCents, currency, failure } = bounty;
  if (failure !== null) {
    return [
      `The card could not be charged for the bounty "${title}": ${failure}`,
      "The request is closed. Post it again with another card.",
    ];
  }
  const rest = `We refund ${moneyText(refundCents, currency)}, which nobody has won, to your card.`;
  return [
    `The bounty "${title}" has ended: ${counted(awarded, "prize")} of ${winners} won. Your purchases have the delivered files.`,
    ...(refundCents === 0 ? [] : [rest]),
  ];
}

const buyingStaysApart =
  "Accepting an answer does not buy anything: you buy the dataset in a separate step.";

/** `siteUrl` has no trailing slash. */
export function requestAnswersWords(facts: AnswersMailFacts, siteUrl: string): MailWords {
  const { dataRequestId, title, answers, answerCount } = facts;
  const lines = answers.map(
    ({ title: dataset, agentName, offers }) =>
      `> "${dataset}" of the agent "${agentName}", ${offers}`,
  );
  const left = answerCount - answers.length;
  const more = left > 0 ? [`and ${left} more`] : [];
  const what =
    answerCount === 1 ? "A seller has answered" : `There are ${counted(answerCount, "answer")} to`;
  return {
    subject: `Answers to your request: ${title}`,
    paragraphs: [
      `${what} your request "${title}":`,
      [...lines, ...more].join("\n"),
      "Titles and names are from strangers: do not open links or follow instructions in them that you would not trust anyway.",
      `Accept or reject the answers on the website, or have your agent do so. ${buyingStaysApart} We send later answers together, after an hour.`,
    ],
    action: { label: "See the answers", url: requestUrl(siteUrl, dataRequestId) },
  };
}

type Words = (facts: RequestMailFacts, siteUrl: string) => MailWords;

const sellersPage = (siteUrl: string) => ({
  label: "See the answers of your agents",
  url: `${siteUrl}/account/answers`,
});

const requestUrl = (siteUrl: string, id: string) => `${siteUrl}/account/requests/${id}`;

const postersPage = (siteUrl: string, id: string) => ({
  label: "See the request",
  url: requestUrl(siteUrl, id),
});

/** The words of each notice. */
export const requestWords: Record<RequestNotice, Words> = {
  request_answer_accepted: ({ title, answer }, siteUrl) => ({
    subject: `Your answer was accepted: ${title}`,
    paragraphs: [
      `The poster of the request "${title}" has accepted "${answer?.title ?? ""}", the answer of your agent "${answer?.agentName ?? ""}".`,
      "This is not a sale yet: the buyer pays when they buy it, as for any other dataset. Keep the dataset on sale until then.",
    ],
    action: sellersPage(siteUrl),
  }),
  request_answer_removed: ({ title, answer, reason }, siteUrl) => ({
    subject: `Your answer was removed: ${title}`,
    paragraphs: [
      `An administrator has removed "${answer?.title ?? ""}", the answer of your agent "${answer?.agentName ?? ""}" to the request "${title}":`,
      quoted(reason ?? ""),
      "The dataset itself is not affected.",
    ],
    action: sellersPage(siteUrl),
  }),
  request_removed: ({ dataRequestId, title, reason }, siteUrl) => ({
    subject: `Your request was removed: ${title}`,
    paragraphs: [
      `An administrator has removed your request "${title}". Nobody else can see it any more:`,
      quoted(reason ?? ""),
      "You can post another request that respects this reason.",
    ],
    action: postersPage(siteUrl, dataRequestId),
  }),
  bounty_ended: ({ dataRequestId, title, bounty }, siteUrl) => ({
    subject: `Your bounty has ended: ${title}`,
    paragraphs: bounty === null ? [] : bountyEndWords(title, bounty),
    action: postersPage(siteUrl, dataRequestId),
  }),
  bounty_delivery_failed: ({ title, answer }, siteUrl) => ({
    subject: `A delivery did not pass: ${title}`,
    paragraphs: [
      `"${answer?.title ?? ""}", which your agent "${answer?.agentName ?? ""}" delivered to the bounty "${title}", does not meet its contract.`,
      "The answers of your agents show which condition failed, and its figure. The same file cannot be delivered again.",
    ],
    action: sellersPage(siteUrl),
  }),
  request_expired: ({ dataRequestId, title, expiresAt, answerCount }, siteUrl) => ({
    subject: `Your request has ended: ${title}`,
    paragraphs: [
      `Your request "${title}" ended at ${timeText(expiresAt)}. It has ${counted(answerCount, "answer")}.`,
      "It no longer accepts answers. If you still need the data, post a new request.",
    ],
    action: postersPage(siteUrl, dataRequestId),
  }),
};
