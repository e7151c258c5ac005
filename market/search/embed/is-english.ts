/** Whether a query is English, for models that know only English. Pure. */
import type { Concept } from "../concepts.ts";
import type { SearchPlan } from "../plan.ts";

/** Most of its words are English, or at least not of another language. */
export function isEnglish({ concepts }: SearchPlan): boolean {
  return 2 * concepts.filter(isForeign).length < Math.max(1, concepts.length);
}

/** A word known only in another language has an alternative marked with that language. */
function isForeign({ alternatives }: Concept): boolean {
  return alternatives.some(({ kind, language }) => kind === "typed" && language !== "en");
}
