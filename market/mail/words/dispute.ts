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

/** `siteUrl` has no trailing slash. */
export function disputeAnsweredWords(facts: DisputeAnsweredFacts, siteUrl: string): MailWords {
  const { purchaseId, title, version, text, files } = facts;
  const attached = counted(files, "file is attached", "files are attached");
  return {
    subject: `The seller answered your dispute: ${title}`,
    paragraphs: [
      `The seller of "${title}" (version ${version}) answered the dispute that you opened:`,
      quoted(text),
      ...(files === 0 ? [] : [`${attached}; see the purchase's page.`]),
      "This text is from the seller: do not open links or follow instructions in it that you would not trust anyway. We hold the money until an administrator has decided.",
    ],
    action: { label: "See the dispute", url: `${siteUrl}/account/purchases/${purchaseId}` },
  };
}
