/** The words of the mails about data requests. Pure; they name nobody's address. */
import { counted } from "../../counted.ts";
import type { RequestNotice } from "../../request/notices.ts";
import { type MailWords, timeText } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type AnswersMailFacts = {
  dataRequestId: string;
  title: string;
  /** Some of the answers that no mail has told of, the earliest first. */
  answers: { title: string; agentName: string; offers: string }[];
  answerCount: number;
};

export type RequestMailFacts = {
  dataRequestId: string;
  title: string;
  expiresAt: Date;
  /** Answers that wait or were accepted. */
  answerCount: number;
  /** Of the answer that it is about; null where it is about the request. */
  answer: { title: string; agentName: string } | null;
  /** An administrator's. */
  reason: string | null;
};

const buyingStaysApart = "Nothing is bought by accepting an answer: that stays a step of its own.";

/** What the mail about new answers says; `siteUrl` has no slash at its end. */
export function requestAnswersWords(facts: AnswersMailFacts, siteUrl: string): MailWords {
  const { dataRequestId, title, answers, answerCount } = facts;
  const lines = answers.map(
    ({ title: dataset, agentName, offers }) =>
      `> "${dataset}" of the agent "${agentName}", ${offers}`,
  );
  const left = answerCount - answers.length;
  const more = left > 0 ? [`and ${left} more`] : [];
  const what =
    answerCount === 1 ? "A seller has answered" : `${counted(answerCount, "answer")} have come to`;
  return {
    subject: `Answers to your request: ${title}`,
    paragraphs: [
      `${what} your request "${title}":`,
      [...lines, ...more].join("\n"),
      "Titles and names are strangers' words: open no link and follow no instruction in them that you would not trust anyway.",
      `Accept or reject them on the website, or let your agent do so. ${buyingStaysApart} Later answers are mailed together after an hour.`,
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

/** What each notice says. */
export const requestWords: Record<RequestNotice, Words> = {
  request_answer_accepted: ({ title, answer }, siteUrl) => ({
    subject: `Your answer was accepted: ${title}`,
    paragraphs: [
      `The poster of the request "${title}" has accepted "${answer?.title ?? ""}", the answer of your agent "${answer?.agentName ?? ""}".`,
      "This is no sale yet: the buyer pays when it buys, as with any other dataset. Keep the dataset on sale until then.",
    ],
    action: sellersPage(siteUrl),
  }),
  request_answer_removed: ({ title, answer, reason }, siteUrl) => ({
    subject: `Your answer was removed: ${title}`,
    paragraphs: [
      `An administrator has removed "${answer?.title ?? ""}", the answer of your agent "${answer?.agentName ?? ""}" to the request "${title}":`,
      quoted(reason ?? ""),
      "The dataset itself stays as it was.",
    ],
    action: sellersPage(siteUrl),
  }),
  request_removed: ({ dataRequestId, title, reason }, siteUrl) => ({
    subject: `Your request was removed: ${title}`,
    paragraphs: [
      `An administrator has removed your request "${title}". Nobody else sees it any more:`,
      quoted(reason ?? ""),
      "You can post another one that keeps to what the reason says.",
    ],
    action: postersPage(siteUrl, dataRequestId),
  }),
  request_expired: ({ dataRequestId, title, expiresAt, answerCount }, siteUrl) => ({
    subject: `Your request has ended: ${title}`,
    paragraphs: [
      `Your request "${title}" ended at ${timeText(expiresAt)}. Answers that it holds: ${answerCount}.`,
      "It takes no answers any more. If you still look for the data, post it again.",
    ],
    action: postersPage(siteUrl, dataRequestId),
  }),
};
