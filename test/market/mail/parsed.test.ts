/** Every mail with hostile texts, sent over the wire and read back by a mail parser. */
import { describe, expect, test } from "bun:test";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import PostalMime from "postal-mime";
import { mailExamples } from "../../../dev/mail-examples.ts";
import {
  composeTemplate,
  type MailFacts,
  type MailName,
  mailNames,
  mailTemplates,
} from "../../../market/mail/templates.ts";
import { isOptionalTopic } from "../../../market/mail/topics.ts";

const site = "https://market.example";
const from = "Dataset Marketplace <market@market.example>";
const unsubscribeUrl = `${site}/unsubscribe/messages/0192f0c1/code`;
/** A mail header, markup, direction marks and non-ASCII letters. */
const hostile =
  'Rhein\r\nBcc: all@example.com\r\n\r\n<b onclick="x()">\u202Efdp.exe 水位 & "so on"';
const texts = new Set(["title", "agentName", "body", "name", "keyName", "clientName"]);

function withHostileTexts<Name extends MailName>(name: Name): MailFacts<Name> {
  const changed = (value: unknown, field: string): unknown => {
    if (typeof value === "string") return texts.has(field) ? hostile : value;
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((part) => changed(part, field));
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, changed(part, key)]),
    );
  };
  return changed(mailExamples[name], name) as MailFacts<Name>;
}

describe.each(mailNames)("the mail %s on the wire", (name) => {
  const { topic } = mailTemplates[name];
  const link = isOptionalTopic(topic) ? unsubscribeUrl : null;
  const mail = composeTemplate(name, withHostileTexts(name), site, link);

  test("is one mail to one reader, as text and HTML, with a link to stop it where one exists", async () => {
    const wire = await new MailComposer({ from, to: "reader@example.com", ...mail })
      .compile()
      .build();
    const read = await PostalMime.parse(wire);
    expect(read.to).toEqual([{ address: "reader@example.com", name: "" }]);
    expect([read.cc, read.bcc]).toEqual([undefined, undefined]);
    expect(read.from).toEqual({ address: "market@market.example", name: "Dataset Marketplace" });
    expect(read.attachments).toEqual([]);
    expect(read.subject).not.toMatch(/[\r\n]/);
    expect(read.html).toContain("Dataset Marketplace");
    expect(read.html).not.toContain("<b onclick");
    expect(read.text?.trimEnd().replaceAll("\r\n", "\n")).toBe(
      mail.text.trimEnd().replaceAll("\r\n", "\n"),
    );
    const headerOf = (key: string) => read.headers.find((one) => one.key === key)?.value;
    // Prevents vacation replies: https://www.rfc-editor.org/rfc/rfc3834#section-5
    expect(headerOf("auto-submitted")).toBe("auto-generated");
    const isOver = topic === "searches" || isOptionalTopic(topic);
    expect(headerOf("list-unsubscribe-post")).toBe(
      isOver ? "List-Unsubscribe=One-Click" : undefined,
    );
    expect(headerOf("list-unsubscribe") !== undefined).toBe(isOver);
    if (link !== null) expect(headerOf("list-unsubscribe")).toBe(`<${link}>`);
  });
});
