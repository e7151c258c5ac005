/**
 * `bun run docs`: writes the reference tables of the documents, the SDK's types, and the defaults of
 * `.env.example`.
 * `bun run check` fails if they are stale.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSdkTypes } from "./sdk-types.ts";
import { read } from "./source.ts";
import { generated } from "./tables.ts";

for (const [path, make] of Object.entries(generated)) {
  const text = read(path);
  const made = make(text);
  if (made === text) continue;
  writeFileSync(join(import.meta.dir, "../..", path), made);
  console.info(`wrote ${path}`);
}
// Last, because they are compiled from generated files.
writeSdkTypes(join(import.meta.dir, "../../sdk/types"));
