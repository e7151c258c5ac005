/** Which datasets the front page shows. Pure. */

type Candidate = { id: string; category: string };

/**
 * At most `max` of the candidates, which come in order of preference: first one of each category, then
 * the others.
 */
export function chooseShown<Hit extends Candidate>(candidates: readonly Hit[], max: number): Hit[] {
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const all = [...byId.values()];
  const seen = new Set<string>();
  const first = all.filter(({ category }) => !seen.has(category) && seen.add(category));
  const others = all.filter((one) => !first.includes(one));
  return [...first, ...others].slice(0, max);
}
