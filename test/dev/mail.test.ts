/** The mail stand-in, by Resend's own SDK. */
import { describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Resend } from "resend";
import { startMail } from "../../dev/parts/mail.ts";
import { createTestDir, freePort, getStack } from "../support/stack.ts";

const message = {
  from: "Market <market@localhost>",
  to: "ada@example.com",
  subject: "Approve <your> agent",
  html: '<p>Open <a href="http://localhost/approve/x">the link</a></p><script>alert(1)</script>',
  text: "Open http://localhost/approve/x?a=1&b=2",
};

async function client() {
  const { mail } = await getStack();
  return { url: mail.url, resend: new Resend(mail.apiKey, { baseUrl: mail.url }) };
}

describe("the mail stand-in", () => {
  test("takes a mail from Resend's SDK and gives it back by id and in the list", async () => {
    const { resend } = await client();
    const { data, error } = await resend.emails.send(message);
    expect(error).toBeNull();
    const id = data?.id ?? "";
    const found = await resend.emails.get(id);
    expect(found.data).toMatchObject({ id, to: ["ada@example.com"], subject: message.subject });
    const list = await resend.emails.list({ limit: 1 });
    expect(list.data?.data.map((mail) => mail.id)).toEqual([id]);
  });

  test("sends once for one idempotency key, and refuses the key with another body", async () => {
    const { resend } = await client();
    const options = { idempotencyKey: crypto.randomUUID() };
    const [first, second] = await Promise.all([
      resend.emails.send(message, options),
      resend.emails.send(message, options),
    ]);
    expect(second.data?.id).toBe(first.data?.id ?? "");
    const other = await resend.emails.send({ ...message, subject: "Other" }, options);
    expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
  });

  test("refuses in Resend's words what Resend refuses", async () => {
    const { url, resend } = await client();
    const wrongKey = await new Resend("re_wrong", { baseUrl: url }).emails.send(message);
    expect(wrongKey.error).toMatchObject({ statusCode: 403, name: "invalid_api_key" });
    const badTo = await resend.emails.send({ ...message, to: "nobody" });
    expect(badTo.error).toMatchObject({ statusCode: 422, name: "validation_error" });
    const badFrom = await resend.emails.send({ ...message, from: "Market" });
    expect(badFrom.error).toMatchObject({ statusCode: 422, name: "invalid_from_address" });
    const noKey = await fetch(`${url}/emails`, { method: "POST" });
    expect(noKey.status).toBe(401);
    expect(await noKey.json()).toMatchObject({ name: "missing_api_key" });
    const unknown = await resend.emails.get(crypto.randomUUID());
    expect(unknown.error).toMatchObject({ statusCode: 404, name: "not_found" });
  });

  test("shows a mail's HTML only in a frame that can run no script", async () => {
    const { url, resend } = await client();
    const { data } = await resend.emails.send(message);
    const inbox = await (await fetch(url)).text();
    expect(inbox).toContain("Approve &lt;your&gt; agent");
    const page = await (await fetch(`${url}/messages/${data?.id}`)).text();
    expect(page).not.toContain("<script>");
    expect(page).toContain('href="http://localhost/approve/x?a=1&amp;b=2"');
    const body = await fetch(`${url}/messages/${data?.id}/body`);
    expect(body.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(body.headers.get("Content-Security-Policy")).not.toContain("allow-scripts");
  });

  test("fails as often as asked and keeps its mails over a restart", async () => {
    const folder = createTestDir();
    const port = await freePort();
    const apiKey = "re_own";
    const options = { port, apiKey, dataDir: folder, logFile: join(folder, "log") };
    const first = await startMail(options);
    const resend = new Resend(apiKey, { baseUrl: first.url });
    const faults = JSON.stringify({ fail_next: 1, status: 429 });
    await fetch(`${first.url}/_faults`, { method: "POST", body: faults });
    const failed = await resend.emails.send(message);
    expect(failed.error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
    const { data } = await resend.emails.send(message);
    await first.stop();

    // A kill in the middle of a write cuts the last line.
    appendFileSync(join(folder, "mails.jsonl"), '{"id":"cut');
    const second = await startMail(options);
    const next = await resend.emails.send(message);
    const list = await resend.emails.list();
    const ids = list.data?.data.map((mail) => mail.id);
    expect(ids).toEqual([next.data?.id ?? "", data?.id ?? ""]);
    await second.stop();
  });
});
