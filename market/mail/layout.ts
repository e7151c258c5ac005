/** How the marketplace's mails are laid out. Pure: the same words always give the same bytes. */

export type MailWords = {
  subject: string;
  paragraphs: string[];
  /** Where the reader can do something about it. */
  action: { label: string; url: string };
};

export type ComposedMail = { subject: string; text: string; html: string };

/** One mail as text and as HTML. Every word is taken as text, never as markup. */
export function composeMail({ subject, paragraphs, action }: MailWords): ComposedMail {
  const url = escapeHtml(action.url);
  const html = paragraphs.map((paragraph) => `<p>${htmlLines(paragraph)}</p>`).join("\n");
  return {
    subject,
    text: `${[...paragraphs, `${action.label}:\n${action.url}`].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">
${html}
<p><a href="${url}">${escapeHtml(action.label)}</a></p>
<p>If the link does not open, copy this address into your browser:<br>${url}</p>
</body>
</html>
`,
  };
}

/** `2026-11-28 10:00 UTC`. */
export const timeText = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const htmlLines = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

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
