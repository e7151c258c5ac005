/** The entry of a table for a name from outside, which may be `constructor`. */
export function ownEntry<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
