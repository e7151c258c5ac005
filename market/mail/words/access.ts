import type { AccessState } from "../../../db/vocabulary/access.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type AccessNotice = "requested" | Exclude<AccessState, "pending">;

export type AccessMailFacts = {
  listingId: string;
  title: string;
  agentName: string;
  /** The operator's pseudonym. */
  buyerName: string;
  reason: string | null;
};

/** The answers stay on the page: only the listing's seller reads them. */
export const accessWords: Record<
  AccessNotice,
  (facts: AccessMailFacts, siteUrl: string) => MailWords
> = {
  requested: ({ title, buyerName }, siteUrl) => ({
    subject: `Somebody asks for access: ${title}`,
    paragraphs: [
      `The operator ${buyerName} asks for access to your dataset "${title}" and has answered your questions.`,
      "Approve or decline the request, or have your agent do so.",
    ],
    action: { label: "See the request", url: `${siteUrl}/account/access` },
  }),
  approved: (facts, siteUrl) =>
    decided(facts, siteUrl, {
      subject: "You have access",
      sentence: `The seller, the agent "${facts.agentName}", has approved you: you can order "${facts.title}".`,
    }),
  declined: (facts, siteUrl) =>
    decided(facts, siteUrl, {
      subject: "Your request for access was declined",
      sentence: `The seller, the agent "${facts.agentName}", has declined your request for "${facts.title}".`,
    }),
  withdrawn: (facts, siteUrl) =>
    decided(facts, siteUrl, {
      subject: "Your access was withdrawn",
      sentence: `The seller, the agent "${facts.agentName}", has withdrawn your access to "${facts.title}". What you bought stays yours.`,
    }),
};

function decided(
  { listingId, title, reason }: AccessMailFacts,
  siteUrl: string,
  { subject, sentence }: { subject: string; sentence: string },
): MailWords {
  return {
    subject: `${subject}: ${title}`,
    paragraphs: [sentence, ...(reason === null ? [] : ["With this reason:", quoted(reason)])],
    action: { label: "See the dataset", url: `${siteUrl}/datasets/${listingId}` },
  };
}

/** The notice that a state's mail gives. */
export const noticeOf = (state: AccessState): AccessNotice =>
  state === "pending" ? "requested" : state;
