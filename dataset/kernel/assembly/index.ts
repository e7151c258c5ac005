/** What the host calls; see `kernel.ts`. */

export { countLines, findCells, hashIntoRows } from "./cells";
export {
  boundsOfWords,
  countBetween,
  countFractions,
  hashNumbers,
  measureFloats,
  parseFractions,
  parseIntegers,
  toFloats,
} from "./numbers";
export { fillKinds, measureTexts } from "./texts";
export { countTrue, parseDays, parseTimes } from "./times";
export { useTokens } from "./tokens";

/** Where memory is free for the host. */
export function freeFrom(): usize {
  return __heap_base;
}
