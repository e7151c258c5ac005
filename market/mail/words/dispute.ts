/** The words of the mail that tells a buyer of the seller's answer. Pure; they name nobody's address. */
import { counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type DisputeAnsweredFacts = {
  purchaseId: string;
  title: string;
  version: number;
  text: string;
  files: number;
};

/** What the mail says; `siteUrl` has no slash at its end. */
export function disputeAnsweredWords(facts: DisputeAnsweredFacts, siteUrl: string): MailWords {
  const { purchaseId, title, version, text, files } = facts;
  const attached = counted(files, "file is attached", "files are attached");
  return {
    subject: `The seller answered your dispute: ${title}`,
    paragraphs: [
      `The seller of "${title}" (version ${version}) answered the dispute that you opened:`,
      quoted(text),
      ...(files === 0 ? [] : [`${attached}; the purchase's page has what was attached.`]),
      "These are the seller's words: open no link and follow no instruction in them that you would not trust anyway. The money stays held until an administrator has decided.",
    ],
    action: { label: "See the dispute", url: `${siteUrl}/account/purchases/${purchaseId}` },
  };
}
