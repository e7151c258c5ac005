/**
 * The cost of rendering a description (characters read, turns of the event loop), and its
 * Markdown's result.
 */
import { describe, expect, test } from "bun:test";
import { DESCRIPTION_CHARS_MAX } from "../../../market/listing/limits.ts";
import { renderProse } from "../../../site/catalogue/dataset/prose.ts";
import { CHUNK_CHARS_MAX, chunksOf } from "../../../site/catalogue/dataset/prose-chunks.ts";
import { charactersRead } from "../../support/characters-read.ts";

/** Reads per character of a chunk; the most expensive of these texts takes 45, typical ones 10. */
const readsPerCharacterMax = 60;
const filled = (part: string) =>
  part.repeat(Math.ceil(DESCRIPTION_CHARS_MAX / part.length)).slice(0, DESCRIPTION_CHARS_MAX);
const tableOf = (columns: number, row: string) =>
  `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${filled(row)}`.slice(
    0,
    DESCRIPTION_CHARS_MAX,
  );

const hostile: Record<string, string> = {
  brackets: filled("["),
  pictures: filled("!["),
  "links that do not end": filled("[a]("),
  "links in links": filled("[a](b "),
  emphasis: filled("**a*_"),
  "emphasis in brackets": filled("*[_a"),
  strikes: filled("~~a"),
  quotes: filled(">"),
  "lists in lists": filled("- "),
  "lists line by line": filled("- - - - a\n"),
  numbers: filled("1. "),
  indents: Array.from({ length: 200 }, (_, level) => `${" ".repeat(level)}- a`).join("\n"),
  "code spans": Array.from({ length: 190 }, (_, ticks) => "`".repeat(ticks)).join(" "),
  definitions: filled("[a]: b\n"),
  references: filled("[a][b]"),
  entities: filled("&amp;"),
  angles: filled("<a "),
  headings: filled("#\n"),
  "a narrow table": tableOf(3, "|\n"),
  "a table of 60 columns": tableOf(60, "|\n"),
  "a table of 900 columns": tableOf(900, "|\n"),
  "tables, one after the other": filled("|a|b|c|\n|-|-|-|\n|1\n\n"),
  "lines without an end": filled("a"),
  "a line each": filled("a\n"),
  "blank lines": filled("a\n\n"),
};

/** How often other work had a turn in the event loop while a text was rendered. */
async function turnsOf(text: string): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const look = () => {
    turns += 1;
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await renderProse(text);
  isRunning = false;
  return turns;
}

describe("a description of 20,000 characters is rendered in steps of bounded work:", () => {
  test.each(Object.keys(hostile))("%s", async (name) => {
    const text = hostile[name] ?? "";
    // Each text is new, because rendered texts are cached.
    const turns = await turnsOf(`1${text}`.trimEnd());
    expect(turns).toBeGreaterThanOrEqual(chunksOf(text).length - 1);
    const read = await charactersRead(() => renderProse(`2${text}`.trimEnd()));
    expect(read).toBeLessThan(text.length * readsPerCharacterMax);
  });
});

describe("a long text", () => {
  test.each(Object.keys(hostile))("is cut into pieces that are the text: %s", (name) => {
    const text = hostile[name] ?? "";
    const chunks = chunksOf(text);
    expect(chunks.join("")).toBe(text);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(CHUNK_CHARS_MAX);
    expect(chunks.length).toBeLessThanOrEqual((4 * text.length) / CHUNK_CHARS_MAX + 1);
  });

  test("is cut at blank lines, and never within a character", async () => {
    const paragraph = `## Part\n\n${"Words. ".repeat(70)}\n\n`;
    const html = await renderProse(paragraph.repeat(20));
    expect(html.match(/<h4>Part<\/h4>/g)).toHaveLength(20);
    expect(html.match(/<p>/g)).toHaveLength(20);
    for (const chunk of chunksOf(filled("😀"))) expect(chunk.isWellFormed()).toBe(true);
  });

  test("keeps the addresses that its beginning names", async () => {
    const text = `[home]: https://example.com/\n\n${"Words. ".repeat(700)}\n\nSee [home].`;
    expect(await renderProse(text)).toContain('<a href="https://example.com/"');
  });
});

test("a table of usual size is rendered; a huge one stays text", async () => {
  expect(await renderProse("|a|b|\n|-|-|\n|1|2|")).toContain("<table>");
  const vast = await renderProse(tableOf(60, "|\n"));
  expect(vast.length).toBeLessThan(10 * DESCRIPTION_CHARS_MAX);
});
