/** `bun deploy/connect/main.ts`: writes the snippets of docs/connect.md anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { withSnippets } from "./document.ts";

const document = new URL("../../docs/connect.md", import.meta.url);
writeFileSync(document, withSnippets(readFileSync(document, "utf8")));
