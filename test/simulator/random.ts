/** Random draws that depend only on a seed. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export type Random = ReturnType<typeof createRandom>;

/** Draws of one `stream` do not depend on the number of draws of another. */
export function createRandom(seed: number, stream: number) {
  const generator = xoroshiro128plus(seed);
  for (let jumps = 0; jumps < stream; jumps += 1) generator.jump();
  /** Both ends included. */
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    between,
    /** True in `percent` of 100 draws. */
    happens: (percent: number) => between(1, 100) <= percent,
    /** Undefined if the list is empty. */
    pick<Item>(items: readonly Item[]): Item | undefined {
      return items.length === 0 ? undefined : items[between(0, items.length - 1)];
    },
    /** Draws an item in proportion to its weight. */
    weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
      const total = items.reduce((sum, { weight }) => sum + weight, 0);
      let left = between(1, total);
      for (const item of items) {
        left -= item.weight;
        if (left <= 0) return item;
      }
      throw new Error("there is nothing to draw from");
    },
  };
}
