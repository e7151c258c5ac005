/** A seller's description, which may be Markdown: without its own HTML, pictures or scripts. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import MarkdownIt from "markdown-it";
import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import { chunksOf } from "./prose-chunks.ts";

/** The page's sections start at h2, so a description's headings start below that. */
const headingLevelMin = 3;
const headingLevelMax = 6;

/** The most table cells in one chunk, because short rows are filled up with empty cells. */
const tableCellsMax = 2500;

/** The size of the cache by text hash: a page that shows other columns has the same text. */
const renderedMax = 500;
const renderedCharsMax = 8_000_000;
const rendered = new LRUCache<string, string>({
  max: renderedMax,
  maxSize: renderedCharsMax,
  sizeCalculation: (html) => html.length + 1,
});

const withTables = openMarkdown(["table", "strikethrough"]);
const withoutTables = openMarkdown(["strikethrough"]);

function openMarkdown(rules: string[]) {
  const markdown = new MarkdownIt("commonmark", { html: false, maxNesting: 20 }).enable(rules);
  markdown.disable("image");
  markdown.validateLink = (address) => /^(?:https?:|mailto:)/i.test(address.trim());
  markdown.core.ruler.push("own_headings_and_links", ({ tokens }) => {
    for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
      if (token.type === "link_open") token.attrSet("rel", "nofollow ugc noopener");
      if (!token.type.startsWith("heading_")) continue;
      const level = Number(token.tag.slice(1)) + headingLevelMin - 1;
      token.tag = `h${Math.min(level, headingLevelMax)}`;
    }
  });
  return markdown;
}

/**
 * Renders CommonMark with tables to HTML. Raw HTML is shown as text, and links may only be http(s)
 * or mailto. A long text is rendered in chunks, with other work in between.
 */
export async function renderProse(text: string): Promise<string> {
  const key = createHash("sha256").update(text).digest("base64");
  const known = rendered.get(key);
  if (known !== undefined) return known;
  // Link definitions of one chunk also apply to the following chunks.
  const env = {};
  let html = "";
  for (const chunk of chunksOf(text)) {
    if (html !== "") await yieldToOthers();
    html += (hasVastTable(chunk) ? withoutTables : withTables).render(chunk, env);
  }
  rendered.set(key, html);
  return html;
}

function hasVastTable(chunk: string): boolean {
  const lines = chunk.split("\n");
  const columns = Math.max(...lines.map((line) => line.split("|").length));
  return columns > 1 && columns * lines.length > tableCellsMax;
}
