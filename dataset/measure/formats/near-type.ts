/** Finds the type that most values of a text column fit although the whole column does not. */
import { type TextOrigin, typesOf } from "../text-types.ts";
import { looksLike, type TextType } from "./text-type.ts";

/** Number of first values whose formats are tried as near types. */
const nearFirstsMax = 3;

/** The type that most of the first values fit, if it is more than half of them. */
export function nearTypeOf(origin: TextOrigin, head: readonly string[]): TextType | null {
  let fewest = Math.ceil(head.length / 2);
  let near: TextType | null = null;
  for (const type of nearTypes(origin, head)) {
    let misses = 0;
    for (const value of head) {
      if (!looksLike(type, value.trim()) && ++misses >= fewest) break;
    }
    if (misses >= fewest) continue;
    fewest = misses;
    near = type;
  }
  return near;
}

/** The types that one of the first values allows, except plain words. */
function nearTypes(origin: TextOrigin, head: readonly string[]): TextType[] {
  const telling = head.filter((value) => /[0-9]/.test(value)).slice(0, nearFirstsMax);
  const types = (telling.length > 0 ? telling : [""]).flatMap((value) => [
    ...typesOf(origin, value.trim()),
  ]);
  const byPattern = new Map(types.map((type) => [type.pattern, type]));
  return [...byPattern.values()].filter(
    ({ type, words }) => type !== "integer" && type !== "string" && !words,
  );
}
