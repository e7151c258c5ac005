/** The verdict about a purchase's or a sale's acceptance contract. */
import { unitOf } from "../../market/acceptance/result-words.ts";
import type { AcceptanceView } from "../../market/acceptance/view-schemas.ts";

const outcomes = { true: "passed", false: "failed", null: "not evaluated" };

export function verdictLines({ status, results, trouble }: AcceptanceView): string[] {
  return [
    `Acceptance contract: ${status}.${trouble === null ? "" : ` ${trouble}`}`,
    ...results.map(
      ({ title, expected, figure, passed, detail }) =>
        `- ${title}: ${figure === null ? (detail ?? "no figure") : `${figure}${unitOf(expected)}`}, ${expected}: ${outcomes[`${passed}`]}`,
    ),
  ];
}
