/** Evidence against a chargeback: saved here, stored as a draft at the provider, submitted once. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { outbox } from "../../../db/schema/index.ts";
import {
  countMoneyTasks,
  viewChargeback,
} from "../../../market/administration/read-chargebacks.ts";
import {
  attachEvidence,
  detachEvidence,
} from "../../../market/purchase/chargeback/attach-evidence.ts";
import { decideStep } from "../../../market/purchase/chargeback/decide-step.ts";
import {
  evidenceFileName,
  evidenceMediaType,
  knownEvidence,
} from "../../../market/purchase/chargeback/evidence-rules.ts";
import { remindOfEvidence } from "../../../market/purchase/chargeback/remind-of-evidence.ts";
import { saveEvidence } from "../../../market/purchase/chargeback/save-evidence.ts";
import { createRegistry } from "../../../platform/metrics.ts";
import { registerMoney } from "../../../workers/money-metrics.ts";
import { readRow, testMoney } from "../../support/money.ts";
import { openAftermath } from "./aftermath-support.ts";
import { dyingAt, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const admin = await world.newAdmin();
const pdf = new TextEncoder().encode("%PDF-1.7 a receipt");

async function open(given: object = {}): Promise<{ id: string; disputeId: string }> {
  const id = await world.transferred();
  return { id, disputeId: await world.disputed(id, given) };
}
const save = (disputeId: string, uncategorized_text = "They downloaded it twice.") =>
  saveEvidence(api.ctx, admin, disputeId, { uncategorized_text });
const attach = (disputeId: string, bytes = pdf) =>
  attachEvidence(api.ctx, admin, disputeId, { field: "receipt", name: "r/ä 1.pdf", bytes });
const send = (disputeId: string, step: "send_draft" | "submit_evidence") =>
  decideStep(api.ctx, admin, disputeId, { step, reason: "" });
const stepsOf = async (disputeId: string) =>
  (await viewChargeback(api.ctx, admin, disputeId)).steps.map(({ kind, state }) => [kind, state]);

describe("evidence", () => {
  test("goes to the provider as a draft, then to the bank, once, and its seller is notified", async () => {
    const { id, disputeId } = await open();
    await expect(send(disputeId, "submit_evidence")).rejects.toThrow("There is no evidence yet");
    await save(disputeId);
    await attach(disputeId);
    await send(disputeId, "send_draft");
    await world.runSteps();
    const draft = await provider.stripe.disputes.retrieve(disputeId);
    expect(draft.status).toBe("needs_response");
    expect(draft.evidence.uncategorized_text).toBe("They downloaded it twice.");
    const file = await provider.stripe.files.retrieve(String(draft.evidence.receipt));
    expect([file.filename, file.type, file.purpose]).toEqual([
      "ä 1.pdf",
      "pdf",
      "dispute_evidence",
    ]);
    await save(disputeId, "They downloaded it three times.");
    await send(disputeId, "submit_evidence");
    await world.runSteps();
    const sent = await provider.stripe.disputes.retrieve(disputeId);
    expect([sent.status, sent.evidence_details.submission_count]).toEqual(["under_review", 1]);
    expect(sent.evidence.uncategorized_text).toBe("They downloaded it three times.");
    expect((await world.chargebackOf(disputeId)).evidenceSubmittedAt).not.toBeNull();
    expect(await world.noticesOf(id)).toContain("chargeback_answered_seller");
    expect(await world.eventsOf(id)).toContain("purchase.chargeback_answered");
    const late = [save, attach, (id: string) => send(id, "submit_evidence")];
    for (const act of late) {
      await expect(act(disputeId)).rejects.toThrow("the bank reads only one submission");
    }
    const said = (await world.auditsOf(id)).filter(
      ({ action }) => action === "purchase.chargeback_answered",
    );
    expect(said).toHaveLength(1);
  });

  test("is refused after its time, here as at the provider", async () => {
    const { disputeId } = await open({ evidence_seconds: 4 });
    await save(disputeId);
    const later = { ...api.ctx, now: () => new Date(Date.now() + 5000) };
    const step = { step: "submit_evidence", reason: "" } as const;
    await expect(decideStep(later, admin, disputeId, step)).rejects.toThrow(
      "deadline for evidence",
    );
    await expect(
      saveEvidence(later, admin, disputeId, { uncategorized_text: "Late." }),
    ).rejects.toMatchObject({ code: "chargeback_step_closed" });
  });

  test("that the provider refuses is reported, and can be corrected", async () => {
    const { disputeId } = await open({ evidence_seconds: -1 });
    await provider.stripe.disputes.retrieve(disputeId);
    const before = { ...api.ctx, now: () => new Date(Date.now() - 60_000) };
    await saveEvidence(before, admin, disputeId, { uncategorized_text: "Just in time?" });
    const step = { step: "submit_evidence", reason: "" } as const;
    await decideStep(before, admin, disputeId, step);
    await world.runSteps();
    expect(await stepsOf(disputeId)).toEqual([["submit_evidence", "refused"]]);
    expect((await world.chargebackOf(disputeId)).evidenceSubmittedAt).toBeNull();
  });

  for (const when of ["before", "after"] as const) {
    test(`reaches the bank once though the process dies right ${when} it is sent`, async () => {
      const { id, disputeId } = await open();
      await save(disputeId);
      await send(disputeId, "submit_evidence");
      const restore = wrapPayments(money, dyingAt("sendEvidence", when));
      await world.runSteps();
      restore();
      expect(await stepsOf(disputeId)).toEqual([["submit_evidence", "owed"]]);
      await world.runSteps(61);
      expect(await stepsOf(disputeId)).toEqual([["submit_evidence", "done"]]);
      const sent = await provider.stripe.disputes.retrieve(disputeId);
      expect(sent.evidence_details.submission_count).toBe(1);
      const said = (await world.auditsOf(id)).filter(
        ({ action }) => action === "purchase.chargeback_answered",
      );
      expect(said).toHaveLength(1);
    });
  }

  test("two at once: one step is on its way, the other is refused", async () => {
    const { disputeId } = await open();
    await save(disputeId);
    const both = await Promise.allSettled([
      send(disputeId, "submit_evidence"),
      send(disputeId, "submit_evidence"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await world.runSteps();
    const sent = await provider.stripe.disputes.retrieve(disputeId);
    expect(sent.evidence_details.submission_count).toBe(1);
  });

  test("that was sent at the provider's own page is noted when the dispute is looked at", async () => {
    const { id, disputeId } = await open();
    await provider.stripe.disputes.update(disputeId, { evidence: { customer_name: "Ada" } });
    await world.until(id, () => true);
    const answered = async () => (await world.chargebackOf(disputeId)).evidenceSubmittedAt !== null;
    for (let look = 0; look < 50 && !(await answered()); look += 1) {
      await world.until(id, () => true);
    }
    expect(await answered()).toBe(true);
    await expect(save(disputeId)).rejects.toThrow("the bank reads only one submission");
  });
});

describe("a file of evidence", () => {
  test("is recognised by its content, has a limit, and can be removed", async () => {
    const { disputeId } = await open();
    const text = new TextEncoder().encode("plain words");
    await expect(attach(disputeId, text)).rejects.toMatchObject({ code: "invalid_request" });
    const large = new Uint8Array(4_500_001);
    large.set(pdf);
    await expect(attach(disputeId, large)).rejects.toMatchObject({ code: "invalid_request" });
    await attach(disputeId);
    expect((await world.chargebackOf(disputeId)).evidence?.files.receipt?.byteSize).toBe(18);
    await detachEvidence(api.ctx, admin, disputeId, "receipt");
    expect((await world.chargebackOf(disputeId)).evidence?.files).toEqual({});
  });

  test("leaves no draft when the provider cannot be reached", async () => {
    const { disputeId } = await open();
    await money.fault({ operation: "POST /v1/files", kind: "status_500_before", times: 3 });
    await expect(attach(disputeId)).rejects.toMatchObject({ code: "payments_unavailable" });
    await money.clearFaults();
    expect((await world.chargebackOf(disputeId)).evidence).toBeNull();
  });

  test("has the type of its first bytes, and a name that trips nobody", () => {
    expect(evidenceMediaType(pdf)).toBe("application/pdf");
    expect(evidenceMediaType(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toBe("image/jpeg");
    expect(evidenceMediaType(new Uint8Array(20))).toBeNull();
    expect(evidenceMediaType(new Uint8Array(0))).toBeNull();
    expect(evidenceFileName('..\\..\\a"b\r\n.pdf')).toBe("a_b__.pdf");
    expect(evidenceFileName("/")).toBe("evidence");
  });
});

test("administrators are reminded once a day of unanswered chargebacks", async () => {
  const { disputeId } = await open({ evidence_seconds: 2 * 86_400 });
  const remindersOf = async () => {
    const rows = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
    return rows.filter(({ payload }) => payload.chargeback_id === disputeId).length;
  };
  const remind = (hours: number) =>
    remindOfEvidence(
      { ...api.ctx, now: () => new Date(Date.now() + hours * 3_600_000) },
      { rowsMax: 100 },
    );
  await Promise.all([remind(0), remind(0)]);
  await remind(1);
  expect(await remindersOf()).toBe(1);
  await remind(25);
  expect(await remindersOf()).toBe(2);
  await save(disputeId);
  await send(disputeId, "submit_evidence");
  await world.runSteps();
  await remind(47);
  await remind(50);
  expect(await remindersOf()).toBe(2);
});

test("counts for the first page and the metrics follow the rows", async () => {
  const { disputeId } = await open({ evidence_seconds: 3600 });
  const counted = () => countMoneyTasks(api.ctx, admin);
  const before = await counted();
  const registry = createRegistry("test");
  registerMoney(registry, api.db, () => new Date());
  const metrics = await registry.metrics();
  const name = "market_chargeback_evidence_due_seconds_min";
  const line = metrics.split("\n").find((one) => one.startsWith(name));
  expect(Number(line?.split(" ").at(-1))).toBeLessThanOrEqual(3600);
  await save(disputeId);
  await send(disputeId, "submit_evidence");
  await world.runSteps();
  expect((await counted()).dueChargebacks).toBe(before.dueChargebacks - 1);
});

test("known evidence is prefilled", async () => {
  const { id, disputeId } = await open();
  const { knownTexts } = await viewChargeback(api.ctx, admin, disputeId);
  const { paidAt, title } = await readRow(api, id);
  expect(knownTexts.service_date).toBe(paidAt?.toISOString().slice(0, 10));
  expect(knownTexts.product_description).toContain(title);
  expect(knownTexts.access_activity_log).toContain("The log has no download");
  const at = new Date("2026-11-20T10:00:00Z");
  const texts = knownEvidence({
    ...{ title, version: 1, format: "csv", byteSize: 10, sha256: "ab", purchaseId: id },
    ...{ buyerEmail: "a@example.org", paidAt: at, escrowDays: 7, downloads: [at] },
  });
  expect(texts.access_activity_log).toContain("2026-11-20 10:00:00 UTC  The buyer got the file");
});
