/** Prints every installed package with its licence: `bun run licences`. */
import { join } from "node:path";
import { listInstalled } from "./installed.ts";

const installed = listInstalled(join(import.meta.dir, "../../node_modules"));
for (const { name, version, licence, isNative } of installed)
  console.log([`${name}@${version}`, licence, ...(isNative ? ["native"] : [])].join("\t"));
