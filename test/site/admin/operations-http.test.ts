/** The operations pages over the real service: who may see them, and what their forms do. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { auditLog, outbox } from "../../../db/schema/index.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { testApi } from "../../support/api.ts";
import { read } from "../../support/documents/repository-files.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(30_000);

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const visitor = async (email: string) => visitorOf(api, await signedIn(api, email));

/** A mail that is an hour overdue; its kind is untrusted text. */
async function lateMail(template: string): Promise<string> {
  const createdAt = new Date(Date.now() - 3_600_000);
  const payload = { template, purchase_id: v7(), notice: "paid" };
  const row = { subject: "jobs.mail", payload, createdAt, publishedAt: createdAt };
  const [made] = await api.db.insert(outbox).values(row).returning();
  return made?.id ?? "";
}

test("they are shown to administrators alone, and act for them alone", async () => {
  const id = await lateMail("purchase");
  const other = await visitor("ada@example.com");
  expect((await other.open("/admin/operations")).status).toBe(403);
  expect((await other.open(`/admin/operations/mail/${id}`)).status).toBe(403);
  const form = { give_up_reason: "Because." };
  expect((await other.submit(`/admin/operations/mail/${id}/give-up`, form)).status).toBe(403);
  expect((await api.send("GET", "/admin/operations")).status).toBe(303);
  const admin = await visitor(adminEmail);
  const forged = await api.send("POST", `/admin/operations/mail/${id}/give-up`, {
    headers: { ...admin.headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...form, once: crypto.randomUUID() }).toString(),
  });
  expect(forged.status).toBe(403);
  const [row] = await api.db.select().from(outbox).where(eq(outbox.id, id));
  expect(row?.settledAt).toBeNull();
});

test("without any worker and without NATS the page answers and says so", async () => {
  const { status, text } = await (await visitor(adminEmail)).open("/admin/operations");
  expect(status).toBe(200);
  expect(text).toContain("No worker has read the queues recently");
  expect(text).toContain("No live process has these roles: relay");
  expect(text).toContain("No worker process was seen within the last hour.");
});

test("each section leads to the parts of the runbook, which administrators alone read", async () => {
  const path = "/admin/operations/runbook";
  expect((await (await visitor("ada@example.com")).open(path)).status).toBe(403);
  const admin = await visitor(adminEmail);
  await lateMail("purchase");
  const { text: operations } = await admin.open("/admin/operations");
  const { status, text: runbook } = await admin.open(path);
  expect(status).toBe(200);
  const ids = [...runbook.matchAll(/<h2 id="([a-z0-9]+)">/g)].map(([, id]) => id);
  const named = [...operations.matchAll(/href="\/admin\/operations\/runbook#([^"]*)"/g)];
  const within = [...runbook.matchAll(/href="(?:[^"]*runbook)?#([^"]*)"/g)];
  const led = [...named, ...within.filter(([, id]) => id !== "content")];
  expect(new Set(named.map(([, id]) => id)).size).toBeGreaterThan(15);
  expect(led.filter(([, id]) => !ids.includes(id))).toEqual([]);
  // Every alert has its section, and the other documents are not served.
  const alerts = read("deploy/prometheus/alerts.yaml").matchAll(/^\s+- alert: (\w+)$/gm);
  expect([...alerts].filter(([, name = ""]) => !ids.includes(name.toLowerCase()))).toEqual([]);
  expect(runbook).not.toMatch(/href="[^"]*\.md/);
  expect(runbook).toContain("<span>restore</span>");
});

test("a form asks why, acts once however often it is sent, and words of strangers stay words", async () => {
  const admin = await visitor(adminEmail);
  const id = await lateMail(`<img src=x onerror=alert(1)>`);
  const list = await admin.open("/admin/operations");
  expect(list.text).toContain(`href="/admin/operations/mail/${id}#give-up"`);
  expect(list.text).not.toContain("<img src=x");
  const path = `/admin/operations/mail/${id}/give-up`;
  const empty = await admin.submit(path, { give_up_reason: "  " });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain("Give a reason; the audit log shows it.");
  const form = { give_up_reason: "The address is gone.", once: crypto.randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => admin.submit(path, form)));
  for (const { status, headers } of answers) {
    expect(status).toBe(303);
    expect(headers.get("location")).toBe("/admin/operations?done=job_given_up");
  }
  const audits = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(audits).toMatchObject([
    { action: "operations.mail_given_up", detail: { reason: "The address is gone." } },
  ]);
  const again = await admin.submit(path, { give_up_reason: "Once more." });
  expect(again.status).toBe(400);
  expect(again.text).toContain("It has already ended, and nothing was changed.");
});

test.each([
  "/admin/operations/mail/not-an-id",
  `/admin/operations/mail/${v7()}`,
  `/admin/operations/money/${v7()}`,
  `/admin/operations/__proto__/${v7()}`,
])("%s is nothing that could be stuck", async (path) => {
  expect((await (await visitor(adminEmail)).open(path)).status).toBe(404);
});
