/** The mail stand-in's inbox as web pages. A mail's HTML never runs in the inbox's own page. */
import type { Mail } from "./mail-store.ts";
import { page } from "./page.ts";

/** All mails, newest first. */
export function inboxPage(mails: Mail[]): Response {
  const rows = mails.map(
    (mail) => `<tr><td>${Bun.escapeHTML(mail.created_at.slice(0, 19).replace("T", " "))}</td>
<td>${Bun.escapeHTML(mail.to.join(", "))}</td>
<td><a href="/messages/${mail.id}">${Bun.escapeHTML(mail.subject || "(no subject)")}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent (UTC)</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
  const empty = "<p>No mail has been sent yet.</p>";
  return html(page("Inbox", `<h1>Inbox</h1>${mails.length === 0 ? empty : table}`));
}

/** One mail: its header, the HTML part in a sandboxed frame, the text part. */
export function messagePage(mail: Mail | undefined): Response {
  if (mail === undefined) return notFound();
  const text = mail.text === null ? "" : `<h2>Text</h2><pre>${linkify(mail.text)}</pre>`;
  const frame =
    mail.html === null
      ? ""
      : `<iframe title="The mail's HTML part" src="/messages/${mail.id}/body"
 sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation">
</iframe>`;
  return html(
    page(
      mail.subject,
      `<p><a href="/">Inbox</a></p>
<h1>${Bun.escapeHTML(mail.subject || "(no subject)")}</h1>
<p>From ${Bun.escapeHTML(mail.from)}<br>To ${Bun.escapeHTML(mail.to.join(", "))}<br>
Sent ${Bun.escapeHTML(mail.created_at)}</p>
${frame}${text}`,
    ),
  );
}

/** Only the HTML part, which may neither run scripts nor fetch anything. */
export function messageBody(mail: Mail | undefined): Response {
  if (mail?.html === undefined || mail.html === null) return notFound();
  return html(
    `<base target="_top">${mail.html}`,
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; " +
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
}

function linkify(text: string): string {
  return Bun.escapeHTML(text).replace(/https?:\/\/[^\s&<]+(?:&amp;[^\s&<]+)*/g, (url) => {
    return `<a href="${url}">${url}</a>`;
  });
}

function notFound(): Response {
  const body = page("Not found", '<h1>No such mail</h1><p><a href="/">Inbox</a></p>');
  return new Response(body, { status: 404, headers: { "Content-Type": "text/html" } });
}

function html(
  body: string,
  policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'",
) {
  return new Response(body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}
