/** Long work of one request, done in slices between which the event loop serves others. */

/** Resolves once whoever waits on the event loop has had its turn. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Hands each item to `act`, `sliceItems` at a time. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  sliceItems: number,
  act: (item: Item, index: number) => void,
): Promise<void> {
  for (let first = 0; first < items.length; first += sliceItems) {
    if (first > 0) await yieldToOthers();
    const end = Math.min(first + sliceItems, items.length);
    for (let index = first; index < end; index++) act(items[index] as Item, index);
  }
}
