/** Whether a search is put in English: what a model that knows English alone is asked. Pure. */
import type { Concept } from "../concepts.ts";
import type { SearchPlan } from "../plan.ts";

/** Most of its words are English, or at least words of no other language. */
export function isEnglish({ concepts }: SearchPlan): boolean {
  return 2 * concepts.filter(isForeign).length < Math.max(1, concepts.length);
}

/** A word that only another language knows stands among its alternatives in that language. */
function isForeign({ alternatives }: Concept): boolean {
  return alternatives.some(({ kind, language }) => kind === "typed" && language !== "en");
}
