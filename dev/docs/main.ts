/** `bun run docs`: writes the reference tables of the documents anew. `bun run check` sees that nothing is left to write. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read } from "./source.ts";
import { tables, withTables } from "./tables.ts";

for (const path of Object.keys(tables)) {
  const text = read(path);
  const made = withTables(path, text);
  if (made === text) continue;
  writeFileSync(join(import.meta.dir, "../..", path), made);
  console.info(`wrote ${path}`);
}
