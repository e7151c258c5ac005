/** The functions that the host calls; see `kernel.ts`. */

export { countLines, findCells, hashIntoRows } from "./cells";
export {
  bytesOfCells,
  cellsBehindLengths,
  countUp,
  floorToFloats,
  hashWordsIntoRows,
  mixTextHashes,
  placesOf,
  spreadWords,
  unpackRuns,
  widenBits,
  widenFloats,
  widenWords,
} from "./columns";
export { chooseWords, countChosen, mixChosenIntoRows } from "./dictionaries";
export { useLanes } from "./hashes";
export { measureNested } from "./json-nested";
export { findValues } from "./lines";
export { hashNumbers, hashNumbersIntoRows, keepHashes } from "./number-hashes";
export {
  boundsOfWords,
  countBetween,
  countFractions,
  measureFloats,
  parseFractions,
  parseIntegers,
  toFloats,
} from "./numbers";
export { fillKinds, measureTexts } from "./texts";
export { countTrue, hashTruthsIntoRows, parseDays, parseTimes } from "./times";
export { dropMissing, takeSeen, useTokens } from "./tokens";

/** First address of the memory that the host may use. */
export function freeFrom(): usize {
  return __heap_base;
}
