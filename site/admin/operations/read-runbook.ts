/** The operators' runbook, docs/runbook.md, as HTML. It is read once, on the first request. */
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";

export type Runbook = {
  /** The names of the runbook's sections, which are the names of the alerts. */
  parts: string[];
  /** Headings carry the ids to which the links to sections lead. */
  html: string;
};

const file = new URL("../../../docs/runbook.md", import.meta.url);
let read: Runbook | undefined;

export function readRunbook(): Runbook {
  read ??= renderRunbook(readFileSync(file, "utf8"));
  return read;
}

/** The id of a section's heading, in the form that code hosts generate for the file. */
export function partId(name: string): string {
  return name.toLowerCase();
}

function renderRunbook(source: string): Runbook {
  const markdown = new MarkdownIt("commonmark", { html: false });
  // The other documents are not served, so a link to one is shown as plain text.
  markdown.validateLink = () => true;
  const parts: string[] = [];
  markdown.core.ruler.push("ids_and_links", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === "heading_open" && token.tag === "h2") {
        const name = tokens[index + 1]?.content ?? "";
        parts.push(name);
        token.attrSet("id", partId(name));
      }
      let isWithin = true;
      for (const child of token.children ?? []) {
        if (child.type === "link_open") isWithin = /^#/.test(String(child.attrGet("href")));
        if (isWithin || !child.type.startsWith("link_")) continue;
        child.tag = "span";
        child.attrs = null;
      }
    }
  });
  // The page has its own title.
  return { html: markdown.render(source.replace(/^# .+$/m, "")), parts };
}
