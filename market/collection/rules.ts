/** The order of a collection's datasets. Pure. */

/** The same ids with `id` at this place, from 1 on. Without a place: where it is, or last. */
export function placed(ids: readonly string[], id: string, position?: number): string[] {
  if (position === undefined) return ids.includes(id) ? [...ids] : [...ids, id];
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(position - 1, 0, id);
}
