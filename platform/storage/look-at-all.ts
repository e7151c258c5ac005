/** One after the other, thousands of looks take a minute on a busy disk, and callers wait meanwhile. */
const looksAtOnceMax = 64;

/** What each look found, in the order of the items. */
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
