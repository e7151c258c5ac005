/** What a known licence allows, as answers that a buyer can compare. A summary, not advice. Pure. */
import type { LicenseGroup } from "./license-groups.ts";

/** `condition`: allowed, with the condition that the words name; `ask`: the licence leaves it open. */
export type LicenseAnswer = "yes" | "no" | "condition" | "ask";
export type LicenseTerm = { answer: LicenseAnswer; words: string };

type Rule = { when: LicenseGroup | null; answer: LicenseAnswer; words: string };

/** Of each row the first rule whose group the licence has; null: in any case. */
const rows: readonly (readonly Rule[])[] = [
  [
    { when: "allows-commercial-use", answer: "yes", words: "Commercial use" },
    { when: "non-commercial", answer: "no", words: "No commercial use" },
    { when: null, answer: "ask", words: "Commercial use: ask the seller" },
  ],
  [
    { when: "non-commercial", answer: "condition", words: "Training models, not commercially" },
    { when: "no-derivatives", answer: "ask", words: "Training models: ask the seller" },
    { when: "allows-derivatives", answer: "yes", words: "Training models" },
    { when: null, answer: "ask", words: "Training models: ask the seller" },
  ],
  [
    { when: "no-derivatives", answer: "condition", words: "Sharing, unchanged only" },
    { when: "share-alike", answer: "condition", words: "Sharing under the same licence" },
    { when: "allows-derivatives", answer: "yes", words: "Sharing and adapting" },
    { when: null, answer: "ask", words: "Sharing: ask the seller" },
  ],
  [
    { when: "attribution", answer: "condition", words: "Credit the source" },
    { when: "public-domain", answer: "yes", words: "No credit required" },
    { when: null, answer: "ask", words: "Credit: see the licence" },
  ],
  [{ when: null, answer: "no", words: "No warranty" }],
];

/** The terms of a licence by its known groups; empty if none are known. */
export function licenseTerms(groups: readonly LicenseGroup[]): LicenseTerm[] {
  if (groups.length === 0) return [];
  return rows.flatMap((rules) => {
    const rule = rules.find(({ when }) => when === null || groups.includes(when));
    return rule === undefined ? [] : [{ answer: rule.answer, words: rule.words }];
  });
}
