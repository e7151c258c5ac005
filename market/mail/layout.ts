/** The layout of mails. Pure: the same words always give the same bytes. */
import { serviceTitle } from "../service.ts";
import { mailCss } from "./mail-css.ts";
import { isOptionalTopic, type MailTopic, whyMailed } from "./topics.ts";

export type MailWords = {
  subject: string;
  paragraphs: string[];
  /** The page on which the reader can act. */
  action: { label: string; url: string };
  /** Extra mail headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
};

/** The layout's input besides the text. */
export type MailFrame = {
  topic: MailTopic;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Unsubscribes from an optional topic; null for other topics, and where the words have their own link. */
  unsubscribeUrl: string | null;
};

export type ComposedMail = {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** RFC 3834: stops automatic replies, such as holiday notices. */
const byProgram = { "Auto-Submitted": "auto-generated" };

/** One mail as text and HTML. Every word is escaped; no markup is interpreted. */
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

/** RFC 8058: mail programs unsubscribe by one POST, without opening a page. */
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
  const settings = { label: "E-mail settings", url: `${siteUrl}/account/mails` };
  if (unsubscribeUrl === null) return [settings];
  return [{ label: "Unsubscribe from these e-mails", url: unsubscribeUrl }, settings];
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

/** Lines quoted from somebody become a blockquote without links. */
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

/** Links an address of this site at a line's end; other addresses stay text. */
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
