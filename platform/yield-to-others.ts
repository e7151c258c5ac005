/** Splits long work of one request into slices, between which the event loop serves others. */

/** Resolves after others waiting on the event loop have had their turn. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Calls `act` for each item, with a pause after every `sliceItems`. */
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
