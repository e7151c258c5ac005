/** The mail port, against a server that answers as Resend does. */
import { afterAll, describe, expect, test } from "bun:test";
import { openMailer } from "../../platform/mail/resend.ts";

const mail = { to: "owner@example.org", subject: "s", text: "t", html: "<p>t</p>" };

const requests: { headers: Headers; body: unknown }[] = [];
let answer = Response.json({ id: "mail-1" });
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    requests.push({ headers: request.headers, body: await request.json() });
    return answer.clone();
  },
});
afterAll(() => server.stop(true));

const mailer = openMailer({
  apiKey: "re_test",
  baseUrl: `http://127.0.0.1:${server.port}`,
  from: "Market <market@example.org>",
});
const send = () => mailer.send(mail, { idempotencyKey: "approval/1" });

function answerWith(status: number, name: string, message = "no"): void {
  answer = Response.json({ statusCode: status, name, message }, { status });
}

describe("mailer", () => {
  test("sends sender, recipient, both parts and the idempotency key", async () => {
    answer = Response.json({ id: "mail-1" });
    expect(await send()).toEqual({ kind: "sent", providerId: "mail-1" });
    const request = requests.at(-1);
    expect(request?.headers.get("idempotency-key")).toBe("approval/1");
    expect(request?.headers.get("authorization")).toBe("Bearer re_test");
    expect(request?.body).toMatchObject({ ...mail, from: "Market <market@example.org>" });
  });

  test.each([
    [422, "validation_error"],
    [400, "validation_error"],
    [422, "missing_required_field"],
    [422, "invalid_parameter"],
  ])("%i %s is a refusal for good", async (status, name) => {
    answerWith(status, name);
    expect(await send()).toMatchObject({ kind: "refused", code: name });
  });

  test.each([
    [429, "rate_limit_exceeded"],
    [429, "daily_quota_exceeded"],
    [500, "internal_server_error"],
    [409, "concurrent_idempotent_requests"],
    [401, "missing_api_key"],
    [403, "invalid_api_key"],
    [403, "validation_error"],
    [422, "invalid_from_address"],
  ])("%i %s is worth another try", async (status, name) => {
    answerWith(status, name);
    expect(await send()).toMatchObject({ kind: "failed", code: name });
  });

  test.each([400, 401, 403])(
    "%i for a key that was ended is no fault of the mail's",
    async (status) => {
      answerWith(status, "validation_error", "API key is invalid");
      expect(await send()).toMatchObject({ kind: "failed", code: "validation_error" });
    },
  );

  test("a key that was used with another body counts as sent: that mail went out", async () => {
    answerWith(409, "invalid_idempotent_request");
    expect(await send()).toEqual({ kind: "sent", providerId: null });
  });

  test("a gateway's page instead of JSON is worth another try", async () => {
    answer = new Response("<h1>502</h1>", { status: 502 });
    expect(await send()).toMatchObject({ kind: "failed" });
  });

  test("a provider that is not there is worth another try", async () => {
    const nobody = openMailer({ apiKey: "re_test", baseUrl: "http://127.0.0.1:9", from: "a@b.c" });
    expect(await nobody.send(mail, { idempotencyKey: "k" })).toMatchObject({ kind: "failed" });
  });
});
