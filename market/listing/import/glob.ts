/** Patterns of file names, as Croissant's `includes` has them. Pure; the time is the product of both lengths. */

/** Characters with a meaning that {@link matchesGlob} does not know. */
const unknown = /[[\]{}!\\]/;

export const isGlob = (pattern: string): boolean => !unknown.test(pattern);

/** `*` and `?` match within a folder, `**` any folders, also none. */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split("/");
  // Which beginnings of the path the pattern's parts so far match.
  let reached = new Set([0]);
  for (const part of pattern.replace(/^\.?\//, "").split("/")) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === "**") {
        for (let to = at; to <= names.length; to += 1) next.add(to);
      } else if (at < names.length && matchesPart(part, names[at] ?? "")) {
        next.add(at + 1);
      }
    }
    reached = next;
  }
  return reached.has(names.length);
}

/** Remembers only the last star, which is enough: an earlier one never has to take more. */
function matchesPart(part: string, name: string): boolean {
  let [at, of, star, from] = [0, 0, -1, 0];
  while (of < name.length) {
    if (part[at] === "*") {
      star = at;
      from = of;
      at += 1;
    } else if (part[at] === "?" || (at < part.length && part[at] === name[of])) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      of = from;
    } else {
      return false;
    }
  }
  while (part[at] === "*") at += 1;
  return at === part.length;
}
