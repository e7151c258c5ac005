/** Counts in words: the noun and the verb agree with the number. Pure. */

/** Made once: `toLocaleString` looks the language up each time. */
const figures = new Intl.NumberFormat("en");
/** Larger numbers get separators, which takes longer than the rest of a line. */
const UNMARKED_MAX = 999;

/** "1 row" or "1,204 rows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  const isPlain = Number.isInteger(count) && count >= 0 && count <= UNMARKED_MAX;
  return `${isPlain ? count : figures.format(count)} ${agreeing(count, one, many)}`;
}

/** The form that agrees with the number: "row" or "rows", "is" or "are". */
export function agreeing(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
