/** The mail job, tested with the approval mail. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { agents, approvals, outbox } from "../../db/schema/index.ts";
import { eventually, getStack } from "../support/stack.ts";
import { countAudits, countStored, seedApproval, testSuite } from "../support/workers.ts";

setDefaultTimeout(30_000);

type StoredMail = { id: string; to: string[]; subject: string; html: string; text: string };

/** An unreliable Resend: returns the configured answer, or forwards the call to the stand-in. */
function openUnreliableMail(target: string) {
  const state = { failure: null as Response | null, calls: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      state.calls += 1;
      if (state.failure !== null) return state.failure.clone();
      const { pathname, search } = new URL(request.url);
      return await fetch(target + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: await request.text(),
      });
    },
  });
  return { state, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

const failure = (status: number, name: string) =>
  Response.json({ statusCode: status, name, message: `no: ${name}` }, { status });

const inboxUrl = (await getStack()).mail.url;
const mail = openUnreliableMail(inboxUrl);
const suite = await testSuite({ RESEND_BASE_URL: mail.url });
await suite.work(["relay", "notify"]);
afterAll(() => mail.stop());

async function mailsTo(address: string): Promise<StoredMail[]> {
  const answer = await fetch(`${inboxUrl}/emails?limit=100`, {
    headers: { authorization: `Bearer ${suite.config.RESEND_API_KEY}` },
  });
  const { data } = (await answer.json()) as { data: StoredMail[] };
  return data.filter((entry) => entry.to.includes(address));
}

async function readMail(id: string): Promise<StoredMail> {
  const answer = await fetch(`${inboxUrl}/emails/${id}`, {
    headers: { authorization: `Bearer ${suite.config.RESEND_API_KEY}` },
  });
  return (await answer.json()) as StoredMail;
}

async function mailedAt(approvalId: string): Promise<Date | null> {
  const [row] = await suite.db.select().from(approvals).where(eq(approvals.id, approvalId));
  return row?.mailedAt ?? null;
}

async function queueAgain(approvalId: string): Promise<void> {
  const payload = { template: "approval", approval_id: approvalId } as const;
  await enqueueJob(suite.db, "jobs.mail", payload, new Date());
}

/** Every mail job has been settled. */
const isDrained = () =>
  eventually(async () => {
    const owed = await suite.db.$count(outbox, isNull(outbox.publishedAt));
    return owed === 0 && (await countStored(suite.config)) === 0;
  });

describe("approval mail", () => {
  test("reaches the owner with the link to approve, as text and as escaped HTML", async () => {
    const { approvalId, ownerEmail, code } = await seedApproval(suite);
    await eventually(() => mailedAt(approvalId));
    const [listed] = await mailsTo(ownerEmail);
    const sent = await readMail(listed?.id ?? "");
    const link = `${suite.config.PUBLIC_BASE_URL}/approve/${code}`;
    expect(sent.text).toContain(link);
    expect(sent.html).toContain(`href="${link}"`);
    expect(sent.html).toContain("agent &lt;");
    expect(sent.html).not.toContain("agent <");
    expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("is sent once though its job is delivered twice at once", async () => {
    const { approvalId, ownerEmail } = await seedApproval(suite);
    await queueAgain(approvalId);
    await eventually(() => mailedAt(approvalId));
    await isDrained();
    await queueAgain(approvalId);
    await isDrained();
    expect((await mailsTo(ownerEmail)).length).toBe(1);
  });

  test("is tried again until the provider recovers", async () => {
    mail.state.failure = failure(500, "internal_server_error");
    const { approvalId, agentId, ownerEmail } = await seedApproval(suite);
    const callsBefore = mail.state.calls;
    await eventually(() => mail.state.calls > callsBefore);
    expect(await mailedAt(approvalId)).toBeNull();
    mail.state.failure = null;
    await eventually(() => mailedAt(approvalId));
    expect((await mailsTo(ownerEmail)).length).toBe(1);
    expect(await countAudits(suite.db, agentId, "approval_mail.sent")).toBe(1);
  });

  test("a mail that the provider refuses for good ends with an audit row, after one call", async () => {
    mail.state.failure = failure(422, "validation_error");
    const callsBefore = mail.state.calls;
    const { approvalId, agentId } = await seedApproval(suite);
    await eventually(async () => {
      return (await countAudits(suite.db, agentId, "approval_mail.refused")) === 1;
    });
    mail.state.failure = null;
    expect(await mailedAt(approvalId)).toBeNull();
    expect(mail.state.calls - callsBefore).toBe(1);
  });

  test("is not sent once the owner has decided", async () => {
    mail.state.failure = failure(500, "internal_server_error");
    const { approvalId, agentId, ownerEmail } = await seedApproval(suite);
    const callsBefore = mail.state.calls;
    await eventually(() => mail.state.calls > callsBefore);
    await suite.db.update(agents).set({ state: "rejected" }).where(eq(agents.id, agentId));
    mail.state.failure = null;
    const marker = await seedApproval(suite);
    await eventually(() => mailedAt(marker.approvalId));
    await isDrained();
    expect(await mailedAt(approvalId)).toBeNull();
    expect(await mailsTo(ownerEmail)).toEqual([]);
  });

  test("the job of an unknown approval is dropped", async () => {
    const callsBefore = mail.state.calls;
    await queueAgain(v7());
    const marker = await seedApproval(suite);
    await eventually(() => mailedAt(marker.approvalId));
    expect(mail.state.calls - callsBefore).toBe(1);
  });
});
