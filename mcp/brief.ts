/** Shortens a tool's structured content to the fields that its next step needs. */

/**
 * The parts of `value` at `paths` (`items/offers/text`; a path leads through lists). Nulls are left out, and
 * empty lists inside of objects, because they say no more than a missing field.
 */
export function briefly(value: unknown, paths: readonly string[]): Record<string, unknown> {
  const split = paths.map((path) => path.split("/"));
  return (partOf(value, split, true) ?? {}) as Record<string, unknown>;
}

function partOf(value: unknown, paths: string[][], isTop: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => partOf(item, paths, false));
  if (typeof value !== "object" || value === null) return value;
  const known = value as Record<string, unknown>;
  const names = [...new Set(paths.flatMap(([name]) => name ?? []))];
  const entries = names.flatMap((name): [string, unknown][] => {
    const field = known[name];
    if (field === null || field === undefined) return [];
    if (!isTop && Array.isArray(field) && field.length === 0) return [];
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const isWhole = below.some((rest) => rest.length === 0);
    return [[name, isWhole ? withoutNulls(field) : partOf(field, below, false)]];
  });
  return Object.fromEntries(entries);
}

function withoutNulls(value: unknown): unknown {
  // Rows of data hold nulls that mean missing values.
  if (Array.isArray(value)) return value.map(withoutNullFields);
  return withoutNullFields(value);
}

function withoutNullFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}

/** Whether a JSON pointer, whose `*` stands for every index, leads to anything in the content. */
export function leadsTo(content: unknown, pointer: string): boolean {
  const steps = pointer.split("/").slice(1);
  return follow(content, steps);
}

function follow(value: unknown, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  if (step === "*") return Array.isArray(value) && value.some((item) => follow(item, rest));
  return Object.hasOwn(value, step) && follow((value as Record<string, unknown>)[step], rest);
}
