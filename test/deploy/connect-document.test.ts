/** docs/connect.md shows what the service itself gives its callers to paste. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { parse as parseToml } from "smol-toml";
import { withSnippets } from "../../deploy/connect/document.ts";

const document = readFileSync(join(import.meta.dir, "../../docs/connect.md"), "utf8");

test("the document's snippets are those of the code", () => {
  expect(document).toBe(withSnippets(document));
});

test("an old snippet would be noticed", () => {
  const old = document.replace("claude mcp add", "claude add");
  expect(withSnippets(old)).toBe(document);
  expect(old).not.toBe(document);
});

type Block = { language: string; text: string };

const blocks: Block[] = [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);

/** Each language's own reader; a shell runs it, with `claude` as a program that takes all. */
const readers: Record<string, (text: string) => void> = {
  text: (text) => expect(new URL(text.trim()).protocol).toBe("https:"),
  json: (text) => expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(0),
  toml: (text) => expect(Object.keys(parseToml(text)).length).toBeGreaterThan(0),
  typescript: (text) => expect(parseSync("block.mjs", text).errors).toEqual([]),
  shell(text) {
    const { exitCode, stderr } = Bun.spawnSync(["bash", "-euc", `claude() { :; }\n${text}`]);
    expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  },
};

test("every block of the document is what its language says", () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(Object.keys(readers)));
  for (const { language, text } of blocks) readers[language]?.(text);
  expect(blocks.length).toBeGreaterThanOrEqual(18);
});
