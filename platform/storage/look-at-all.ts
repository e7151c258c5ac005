/**
 * Concurrency limit. One after the other, thousands of checks take a minute on a busy disk, while
 * callers wait.
 */
const looksAtOnceMax = 64;

/** The results of all checks, in the order of the items. */
export async function lookAtAll<Item, Found>(
  items: readonly Item[],
  look: (item: Item) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < items.length; at += looksAtOnceMax) {
    found.push(...(await Promise.all(items.slice(at, at + looksAtOnceMax).map(look))));
  }
  return found;
}
