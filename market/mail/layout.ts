/** How the marketplace's mails are laid out. Pure: the same words always give the same bytes. */
import { serviceTitle } from "../service.ts";
import { mailCss } from "./mail-css.ts";
import { isOptionalTopic, type MailTopic, whyMailed } from "./topics.ts";

export type MailWords = {
  subject: string;
  paragraphs: string[];
  /** Where the reader can do something about it. */
  action: { label: string; url: string };
  /** Of the mail itself, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
};

/** What stands around the words. */
export type MailFrame = {
  topic: MailTopic;
  /** Without a slash at its end. */
  siteUrl: string;
  /** Ends the mails of an optional topic; null where nothing ends them, or the words have a link. */
  unsubscribeUrl: string | null;
};

export type ComposedMail = {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** RFC 3834: nothing answers it by itself, such as a notice of a holiday. */
const byProgram = { "Auto-Submitted": "auto-generated" };

/** One mail as text and as HTML. Every word is taken as text, never as markup. */
export function composeMail(words: MailWords, frame: MailFrame): ComposedMail {
  const { subject } = words;
  const headers = { ...byProgram, ...words.headers, ...unsubscribeHeaders(frame) };
  return {
    subject,
    text: textOf(words, frame),
    html: htmlOf(words, frame),
    headers,
  };
}

/** RFC 8058: mail programs end the mails by one POST, without opening a page. */
function unsubscribeHeaders({ unsubscribeUrl }: MailFrame): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return oneClickHeaders(unsubscribeUrl);
}

export const oneClickHeaders = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

type Link = { label: string; url: string };

function footLinks({ topic, siteUrl, unsubscribeUrl }: MailFrame): Link[] {
  if (!isOptionalTopic(topic)) return [];
  const settings = { label: "Choose your mails", url: `${siteUrl}/account/mails` };
  if (unsubscribeUrl === null) return [settings];
  return [{ label: "No more mails of this kind", url: unsubscribeUrl }, settings];
}

function textOf({ paragraphs, action }: MailWords, frame: MailFrame): string {
  const foot = [
    `${serviceTitle}, ${frame.siteUrl}`,
    whyMailed(frame.topic),
    ...footLinks(frame).map(({ label, url }) => `${label}: ${url}`),
  ];
  const parts = [...paragraphs, `${action.label}:\n${action.url}`, `-- \n${foot.join("\n")}`];
  return `${parts.join("\n\n")}\n`;
}

function htmlOf({ subject, paragraphs, action }: MailWords, frame: MailFrame): string {
  const url = escapeHtml(action.url);
  const body = paragraphs.map((paragraph) => htmlParagraph(paragraph, frame.siteUrl)).join("\n");
  const links = footLinks(frame).map(linkOf).join(" · ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${mailCss}</style>
</head>
<body>
<div class="page" role="main">
<p class="brand">${serviceTitle}</p>
<div class="card">
<h1>${escapeHtml(subject)}</h1>
${body}
<p class="act"><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>
<p class="small">If the button does not work, copy this address into your browser:<br>${url}</p>
</div>
<div class="foot">
<p>${escapeHtml(whyMailed(frame.topic))}</p>${links === "" ? "" : `\n<p>${links}</p>`}
</div>
</div>
</body>
</html>
`;
}

const linkOf = ({ label, url }: Link) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** `2026-11-28 10:00 UTC`. */
export const timeText = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const quoteMark = "> ";

/** Lines that are marked as somebody's words stand in a quotation, without a link; the others do not. */
function htmlParagraph(text: string, siteUrl: string): string {
  const blocks: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isQuote = line.startsWith(quoteMark);
    const last = blocks.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(line);
    else blocks.push({ isQuote, lines: [line] });
  }
  return blocks
    .map(({ isQuote, lines }) =>
      isQuote
        ? `<blockquote>${brokenLines(lines.map((line) => escapeHtml(line.slice(quoteMark.length))))}</blockquote>`
        : `<p>${brokenLines(lines.map((line) => withOwnLink(line, siteUrl)))}</p>`,
    )
    .join("\n");
}

const brokenLines = (lines: string[]) => lines.join("<br>\n");

/** An address of this site at a line's end can be clicked; one of anybody else is text. */
function withOwnLink(line: string, siteUrl: string): string {
  const at = line.lastIndexOf(" ") + 1;
  const url = line.slice(at);
  if (!url.startsWith(`${siteUrl}/`)) return escapeHtml(line);
  return escapeHtml(line.slice(0, at)) + linkOf({ label: url, url });
}

const htmlEntities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
}
