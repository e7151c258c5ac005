/** What the host calls; see `kernel.ts`. */

export { add, attend, average, normalize, rectify } from "./layers";
export { multiply } from "./products";

/** Where memory is free for the host. */
export function freeFrom(): usize {
  return __heap_base;
}
