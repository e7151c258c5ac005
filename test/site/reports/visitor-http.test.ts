/** A visitor without an account reports a dataset: the form, the mail's link, and the answer. */
import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog, outbox, reports } from "../../../db/schema/index.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import { type MailPayload, mailPayload } from "../../../market/mail/templates.ts";
import { purgeReports } from "../../../market/report/purge-reports.ts";
import { remindOfReports } from "../../../market/report/remind-of-reports.ts";
import type { Mailer } from "../../../platform/mail/port.ts";
import { dayMs, minuteMs } from "../../../platform/time.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { visitorOf } from "../visitor.ts";

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller } = market;
const admin = await visitorOf(api, await signedIn(api, adminEmail));
const owner = await visitorOf(api, seller.owner);

type Mail = Parameters<Mailer["send"]>[0];

const typed = { reason: "malware", detail: "Row 7 is mine.", name: "Ada", good_faith: "yes" };

function post(path: string, fields: Record<string, string>, headers = {}) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = { ...type, "sec-fetch-site": "same-origin", ...headers };
  return api.send("POST", path, { headers: sent, body: new URLSearchParams(fields).toString() });
}

const report = (id: string, email: string, other: Record<string, string> = {}) =>
  post(`/report/dataset/${id}`, { ...typed, email, ...other });

const reportsOf = (email: string) =>
  api.db.select().from(reports).where(eq(reports.visitorEmail, email));

/** The report's pending mails, sent in order. */
async function mailsOf(reportId: string, now = new Date()): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      sent.push(mail);
      return { kind: "sent", providerId: "1" } as const;
    },
  };
  const actor = { kind: "system", name: "test" } as const;
  for (const payload of await queuedMails(reportId)) {
    await sendMail({ ...api.ctx, now: () => now }, mailer, actor, payload);
  }
  return sent;
}

async function queuedMails(reportId: string): Promise<MailPayload[]> {
  const rows = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
  return rows
    .map(({ payload }) => mailPayload.parse(payload))
    .filter((payload) => "report_id" in payload && payload.report_id === reportId);
}

const linkIn = ({ text }: Mail): string =>
  new URL(/https?:\/\/\S+\/report\/status\/\S+/.exec(text)?.[0] ?? "about:blank").pathname;

test("a visitor reports, confirms by mail, and reads the answer by the same link", async () => {
  const id = await paidListing(market);
  const page = await api.send("GET", `/datasets/${id}`, { headers: { accept: "text/html" } });
  expect(page.text).toContain(`/report/dataset/${id}`);
  expect((await api.send("GET", `/report/dataset/${id}`)).text).toContain("To the best of my");
  const signed = await owner.open(`/report/dataset/${id}`);
  expect([signed.status, signed.headers.get("location")]).toEqual([
    303,
    `/account/reports/of/dataset/${id}`,
  ]);

  expect((await report(id, " Visitor@Example.org ")).text).toContain("One more step");
  const [row] = await reportsOf("visitor@example.org");
  if (row === undefined) throw new Error("nothing was kept");
  expect([row.isConfirmed, row.accountId, row.visitorName]).toEqual([false, null, "Ada"]);
  expect((await admin.open(`/admin/reports/dataset/${id}`)).text).toContain(
    "Nobody has reported it.",
  );

  const [mail, ...others] = await mailsOf(row.id);
  if (mail === undefined) throw new Error("nothing was mailed");
  expect([mail.to, others]).toEqual(["visitor@example.org", []]);
  expect(`${mail.text}${mail.html}`).not.toContain("Row 7 is mine.");
  const link = linkIn(mail);
  expect((await api.send("GET", link)).text).toContain("Confirm the report");
  expect((await reportsOf("visitor@example.org"))[0]?.isConfirmed).toBe(false);
  expect((await api.send("GET", `${link}x`)).status).toBe(404);
  expect((await post(`${link}x`, {})).status).toBe(404);
  expect((await post(link, {})).text).toContain("An administrator will look at it.");
  expect((await post(link, {})).status).toBe(200);

  const queued = await admin.open(`/admin/reports/dataset/${id}`);
  expect(queued.text).toContain("Without an account: Ada, visitor@example.org");
  const wish = { wish: "suspend", statement: "It is a program.", seen: "1" };
  expect((await admin.submit(`/admin/reports/dataset/${id}/decide`, wish)).status).toBe(303);
  expect((await api.send("GET", link)).text).toContain("It is a program.");
  const [decided] = await mailsOf(row.id);
  expect([decided?.to, linkIn(decided ?? mail)]).toEqual(["visitor@example.org", link]);
  expect(decided?.subject).toContain("Your report was decided");
  expect(decided?.text).toContain("We took it off sale.");
  expect(decided?.text).not.toContain("you may report it again");
  for (const path of ["/account/audit", "/account/reports?of=own"]) {
    expect((await owner.open(path)).text).not.toContain("visitor@example.org");
  }
  const log = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, row.id));
  expect(log.map(({ action }) => action)).toEqual([
    "report.made",
    "report_confirm_mail.sent",
    "report.confirmed",
    "report_mail.sent",
  ]);
});

test("missing values are named next to their fields, and the input stays", async () => {
  const id = await paidListing(market);
  const bad = await report(id, "no address", { detail: " ", good_faith: "" });
  expect(bad.status).toBe(400);
  for (const name of ["email", "detail", "good_faith"]) expect(bad.text).toContain(`#${name}`);
  expect(bad.text).toContain('value="no address"');
  const long = await report(id, "v@example.org", { name: "x".repeat(101) });
  expect([long.status, long.text.includes("#name")]).toEqual([400, true]);
  const other = await post(
    `/report/dataset/${id}`,
    { ...typed, email: "v@example.org" },
    {
      "sec-fetch-site": "cross-site",
      origin: "https://elsewhere.example",
    },
  );
  expect(other.status).toBe(403);
  expect((await report(crypto.randomUUID(), "v@example.org")).status).toBe(404);
  expect((await report("x", "v@example.org")).status).toBe(404);
  expect(await reportsOf("v@example.org")).toEqual([]);
});

test("a repeat is answered alike, mails again after a pause, and an address has five at most", async () => {
  const email = "eager@example.org";
  const id = await paidListing(market);
  const answers = [await report(id, email), await report(id, email, { detail: "Again." })];
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const [row] = await reportsOf(email);
  expect([row?.detail, (await queuedMails(row?.id ?? "")).length]).toEqual(["Row 7 is mine.", 1]);
  const before = new Date(Date.now() - 16 * minuteMs);
  await api.db.update(reports).set({ createdAt: before }).where(eq(reports.visitorEmail, email));
  await report(id, email, { detail: "Again." });
  const [reworded, ...none] = await reportsOf(email);
  expect([reworded?.detail, none]).toEqual(["Again.", []]);
  expect((await queuedMails(row?.id ?? "")).length).toBe(2);

  const others = await Promise.all(Array.from({ length: 6 }, () => paidListing(market)));
  const all = await Promise.all(others.map((other) => report(other, email)));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(await reportsOf(email)).toHaveLength(5);
});

test("two at once of one address leave one report and one mail", async () => {
  const email = "twice@example.org";
  const id = await paidListing(market);
  await Promise.all(Array.from({ length: 4 }, () => report(id, email)));
  const rows = await reportsOf(email);
  expect(rows).toHaveLength(1);
  expect(await queuedMails(rows[0]?.id ?? "")).toHaveLength(1);
});

test("what is not confirmed is deleted after a week, and words are forgotten a year after", async () => {
  const [open, decided] = [await paidListing(market), await paidListing(market)];
  for (const id of [open, decided]) await report(id, "late@example.org");
  const rows = await reportsOf("late@example.org");
  const confirmed = rows.find(({ subjectId }) => subjectId === decided);
  const [mail] = await mailsOf(confirmed?.id ?? "");
  if (mail === undefined) throw new Error("nothing was mailed");
  await post(linkIn(mail), {});
  const wish = { wish: "dismiss", statement: "We see nothing of it.", seen: "1" };
  await admin.submit(`/admin/reports/dataset/${decided}/decide`, wish);

  const purgeIn = (days: number) =>
    purgeReports({ ...api.ctx, now: () => new Date(Date.now() + days * dayMs) });
  await purgeIn(6);
  expect(await reportsOf("late@example.org")).toHaveLength(2);
  await purgeIn(8);
  const left = await reportsOf("late@example.org");
  expect(left.map(({ id }) => id)).toEqual([confirmed?.id ?? ""]);
  await purgeIn(364);
  expect(await reportsOf("late@example.org")).toHaveLength(1);
  await purgeIn(366);
  expect(await reportsOf("late@example.org")).toEqual([]);
  const isIt = and(eq(reports.id, confirmed?.id ?? ""));
  const [forgotten] = await api.db.select().from(reports).where(isIt);
  expect([forgotten?.detail, forgotten?.visitorName, forgotten?.decisionId === null]).toEqual([
    null,
    null,
    false,
  ]);
  expect((await api.send("GET", linkIn(mail))).status).toBe(404);
});

test("too late to confirm it, its link opens nothing, though nobody has deleted it yet", async () => {
  const id = await paidListing(market);
  await report(id, "later@example.org");
  const [row] = await reportsOf("later@example.org");
  const [mail] = await mailsOf(row?.id ?? "");
  if (mail === undefined) throw new Error("nothing was mailed");
  const link = linkIn(mail);
  api.clock.skewMs = 7 * dayMs + minuteMs;
  const late = [await api.send("GET", link), await post(link, {})];
  api.clock.skewMs = 0;
  expect(late.map(({ status }) => status)).toEqual([404, 404]);
  expect((await reportsOf("later@example.org"))[0]?.isConfirmed).toBe(false);
  expect((await post(link, {})).text).toContain("An administrator will look at it.");
});

test("administrators are mailed once a day as long as something waits", async () => {
  const id = await paidListing(market);
  await report(id, "waiting@example.org");
  const [row] = await reportsOf("waiting@example.org");
  const [mail] = await mailsOf(row?.id ?? "");
  if (mail === undefined) throw new Error("nothing was mailed");
  await post(linkIn(mail), {});
  const day = "2031-05-06";
  const now = new Date(`${day}T10:00:00Z`);
  const ctx = { ...api.ctx, now: () => now };
  expect(await remindOfReports(ctx)).toBe(1);
  const sent: Mail[] = [];
  const mailer = {
    async send(told: Mail) {
      sent.push(told);
      return { kind: "sent", providerId: "1" } as const;
    },
  };
  const payload = { template: "reports_waiting", day } as const;
  await sendMail(ctx, mailer, { kind: "system", name: "test" }, payload);
  expect(
    sent.map(({ subject }) => /^Awaiting your decision: \d+ reported item/.test(subject)),
  ).toEqual([true]);
  expect(await remindOfReports(ctx)).toBe(0);
  const nextDay = { ...ctx, now: () => new Date(now.getTime() + dayMs) };
  expect(await remindOfReports(nextDay)).toBe(1);
});
