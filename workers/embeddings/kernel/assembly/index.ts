/** The functions that the host calls; see `kernel.ts`. */

export { add, attend, average, normalize, rectify } from "./layers";
export { multiply } from "./products";

/** First address of the memory that the host may use. */
export function freeFrom(): usize {
  return __heap_base;
}
