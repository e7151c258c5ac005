/**
 * Query parameters as the interface's schemas expect them: a value is a text, and a list only if
 * its name is repeated. Without a prototype, because names come from outside.
 */
export function readQuery(
  parameters: Iterable<[name: string, value: string]>,
): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}
