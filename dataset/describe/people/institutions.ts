/** Whether a table lists institutions, such as schools or offices, by its columns' names and texts. Pure. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { wordsOf } from "../../measure/personal/column-words.ts";

const institutionWords = new Set(
  (
    "school schools hospital hospitals clinic facility facilities office offices company companies business agency agencies " +
    "department organization organisation institution institutions library museum store stores shop restaurant hotel " +
    "station branch church university college provider pharmacy bank venue airport embassy employer vendor supplier " +
    "escuela hospital empresa mairie commune gemeinde behörde azienda ente amministrazione firma"
  ).split(" "),
);

const institutionText =
  /\b(?:school|academy|college|university|hospital|clinic|medical cent(?:er|re)|library|museum|church|inc|llc|ltd|gmbh|corp|company|agency|department|office|services?|institute|association|foundation|centre|center|hotel|restaurant|pharmacy|bank|council|elementary|mairie|gemeinde|rathaus|schule|école|escuela|comune|clinique|hôpital|klinik)\b/iu;
const institutionShareMin = 0.4;

export function findInstitutions(
  profiles: readonly Pick<ColumnProfile, "name">[],
  texts: readonly (readonly string[] | null)[],
): boolean {
  const isNamed = profiles.some(({ name }) =>
    wordsOf(name).some((word) => institutionWords.has(word)),
  );
  return (
    isNamed || texts.some((values) => values !== null && shareOf(values) >= institutionShareMin)
  );
}

function shareOf(values: readonly string[]): number {
  return values.filter((value) => institutionText.test(value)).length / values.length;
}
