/** Finds import cycles, including those through types. */
import type { Source } from "./source.ts";

type Sources = ReadonlyMap<string, Source>;

const found = new WeakMap<Sources, ReadonlyMap<string, string[]>>();

/**
 * The shortest path from a file through its imports back to itself; null if there is none. Only the
 * first file by name in each group of mutually reachable files has a path.
 */
export function circleOf(path: string, sources: Sources): string[] | null {
  const circles = found.get(sources) ?? findCircles(sources);
  found.set(sources, circles);
  return circles.get(path) ?? null;
}

function findCircles(sources: Sources): Map<string, string[]> {
  const groups = groupsOf(sources);
  const circles = new Map<string, string[]>();
  for (const group of groups) {
    const [first = ""] = group.toSorted();
    const way = wayBack(first, group, sources);
    if (way !== null) circles.set(first, way);
  }
  return circles;
}

const importsOf = (path: string, sources: Sources): string[] =>
  (sources.get(path)?.imports ?? []).flatMap(({ file }) =>
    file !== null && sources.has(file) ? [file] : [],
  );

/** Tarjan's strongly connected components: https://doi.org/10.1137/0201010 */
function groupsOf(sources: Sources): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];

  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    open.push(path);
    isOpen.add(path);
    let low = number;
    for (const next of importsOf(path, sources)) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === number) groups.push(close(path));
    return low;
  };
  const close = (path: string): string[] => {
    const group = open.splice(open.indexOf(path));
    for (const member of group) isOpen.delete(member);
    return group;
  };

  for (const path of sources.keys()) if (!order.has(path)) visit(path);
  return groups;
}

/** Breadth first, within the group. */
function wayBack(start: string, group: readonly string[], sources: Sources): string[] | null {
  const members = new Set(group);
  const seen = new Set<string>();
  let ways = [[start]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const next of importsOf(way.at(-1) ?? "", sources)) {
        if (next === start) return [...way, start];
        if (!members.has(next) || seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return null;
}
