/** Reports of datasets through the API: created, decided, appealed, with notice to both sides. */
import { describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { auditLog, auditReaders, events, outbox, reports } from "../../../db/schema/index.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { appealDecision } from "../../../market/report/appeal-decision.ts";
import { decideAppeal } from "../../../market/report/decide-appeal.ts";
import { decideReports } from "../../../market/report/decide-reports.ts";
import { viewReported } from "../../../market/report/read.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import { newBuyer, paidListing, testMarket } from "../../support/market.ts";
import { refusalOf } from "../../support/operators.ts";
import { decisionsOf, ownReports, reportListing } from "./support.ts";

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller } = market;
const admin = await administrator(api);
const statement = "Column phone holds numbers of private persons.";

const dataset = (id: string) => ({ kind: "dataset", id }) as const;

const decide = (listingId: string, wish: "dismiss" | "suspend", seen: number) =>
  decideReports(api.ctx, admin, dataset(listingId), { wish, statement, seen, parts: [] });

async function statusOf(listingId: string) {
  return (await viewReported(api.ctx, admin, dataset(listingId))).subject.state;
}

/** A dataset reported by this many operators; returns them. */
async function reported(count = 1) {
  const datasetId = await paidListing(market);
  const reporters = await Promise.all(Array.from({ length: count }, () => newBuyer(api)));
  for (const { token } of reporters) {
    expect((await reportListing(api, token, datasetId)).status).toBe(200);
  }
  return { datasetId, reporters };
}

/** A dataset suspended after a report, with the decision. */
async function suspended() {
  const { datasetId, reporters } = await reported();
  await decide(datasetId, "suspend", 1);
  const [decision] = await decisionsOf(api, datasetId);
  return { datasetId, reporters, decisionId: decision?.id ?? "" };
}

/** The mails enqueued about a decision, by kind, with their number. */
async function mailsAbout(decisionId: string): Promise<string[]> {
  const rows = await api.db
    .select({ notice: sql<string>`payload ->> 'notice'` })
    .from(outbox)
    .where(sql`subject = 'jobs.mail' and payload ->> 'decision_id' = ${decisionId}`);
  return rows.map(({ notice }) => notice).sort();
}

async function toldTo(principalId: string, datasetId: string) {
  await numberCommitted(api.db);
  const rows = await api.db
    .select()
    .from(events)
    .where(
      and(eq(events.principalId, principalId), sql`${events.data} ->> 'subject_id' = ${datasetId}`),
    )
    .orderBy(events.position);
  return rows
    .filter(({ type }) => type.startsWith("moderation."))
    .map(({ type, data }) => [type, data.decision ?? data.outcome]);
}

describe("a report", () => {
  test("exists once per account and dataset, and only its author reads it", async () => {
    const { datasetId, reporters } = await reported();
    const token = reporters[0]?.token ?? "";
    const again = await reportListing(api, token, datasetId, { reason: "other", detail: "More." });
    const [own, ...others] = await ownReports(api, token);
    expect([again.status, again.body.id, others.length]).toEqual([200, own?.id, 0]);
    expect(own).toMatchObject({ status: "open", detail: "Column phone.", decision: null });
    expect(await ownReports(api, seller.token)).toEqual([]);
  });

  test("of one's own dataset, of one off sale, or without text is refused", async () => {
    const datasetId = await paidListing(market);
    expect((await reportListing(api, seller.token, datasetId)).body.code).toBe("own_words");
    const { token } = await newBuyer(api);
    const gone = await paidListing(market);
    await suspendListing(api.ctx, admin, gone, { reason: "Under inspection." });
    expect((await reportListing(api, token, gone)).body.code).toBe("dataset_not_found");
    for (const body of [
      { reason: "dull", detail: "It is." },
      { reason: "other" },
      { reason: "other", detail: " " },
      { reason: "other", detail: "x".repeat(4001) },
    ]) {
      expect((await reportListing(api, token, datasetId, body)).status).toBe(400);
    }
  });

  test("by an agent is the agent's own, and its owner's", async () => {
    const another = await sellerAgent(api);
    const datasetId = await paidListing(market);
    const made = await reportListing(api, another.token, datasetId);
    expect((await ownReports(api, another.token)).map(({ id }) => id)).toEqual([
      String(made.body.id),
    ]);
    await decide(datasetId, "dismiss", 1);
    const said = [["moderation.decided", "dismissed"]];
    expect(await toldTo(another.agentId, datasetId)).toEqual(said);
    expect(await toldTo(another.owner.accountId, datasetId)).toEqual(said);
  });

  test("appears only in its author's audit log", async () => {
    const { datasetId, reporters } = await reported();
    const noted = await api.db
      .select({ reader: auditReaders.accountId })
      .from(auditLog)
      .innerJoin(auditReaders, eq(auditReaders.auditId, auditLog.id))
      .where(
        and(
          eq(auditLog.action, "report.made"),
          sql`${auditLog.detail} ->> 'subject_id' = ${datasetId}`,
        ),
      );
    expect(noted.map(({ reader }) => reader)).toEqual([reporters[0]?.owner.accountId ?? ""]);
  });
});

describe("a decision", () => {
  test("that dismisses leaves it on sale; both sides are notified, and it can be reported again", async () => {
    const { datasetId, reporters } = await reported(2);
    expect(await decide(datasetId, "dismiss", 2)).toEqual({ decision: "dismissed" });
    const [decision] = await decisionsOf(api, datasetId);
    expect(await statusOf(datasetId)).toBe("shown");
    expect(await mailsAbout(decision?.id ?? "")).toEqual([
      "moderation_decided",
      "report_decided",
      "report_decided",
    ]);
    for (const { token, owner } of reporters) {
      const answered = { status: "decided", decision: { decision: "dismissed", statement } };
      expect(await ownReports(api, token)).toMatchObject([answered]);
      const said = [["moderation.decided", "dismissed"]];
      expect(await toldTo(owner.accountId, datasetId)).toEqual(said);
    }
    const told = [["moderation.decided", "dismissed"]];
    expect(await toldTo(seller.agentId, datasetId)).toEqual(told);
    const anew = await reportListing(api, reporters[0]?.token ?? "", datasetId);
    expect(anew.body.status).toBe("open");
  });

  test("that suspends takes it off at once, and the seller is not told by whom", async () => {
    const { datasetId, reporters, decisionId } = await suspended();
    expect(await statusOf(datasetId)).toBe("suspended");
    const audits = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, datasetId));
    const acts = audits.filter(({ actorKind }) => actorKind === "admin");
    expect(acts.map(({ action }) => action).sort()).toEqual([
      "listing.suspended",
      "report.decided",
    ]);
    const told = await api.db.select().from(events).where(eq(events.principalId, seller.agentId));
    const known = JSON.stringify([told, acts]);
    for (const { owner } of reporters) expect(known).not.toContain(owner.accountId);
    expect(decisionId).not.toBe("");
  });

  test("about others than those that were read is refused, and so is a second one", async () => {
    const { datasetId } = await reported(2);
    const unread = await refusalOf(decide(datasetId, "dismiss", 1));
    expect(unread.code).toBe("reports_changed");
    const both = await Promise.allSettled([
      decide(datasetId, "dismiss", 2),
      decide(datasetId, "suspend", 2),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const decisions = await decisionsOf(api, datasetId);
    expect(decisions).toHaveLength(1);
    const isSuspended = decisions[0]?.decision === "suspended";
    expect(await statusOf(datasetId)).toBe(isSuspended ? "suspended" : "shown");
  });

  test("against a report at the same moment: it is decided or it waits, and none is lost", async () => {
    const { datasetId } = await reported();
    const { token } = await newBuyer(api);
    const [made] = await Promise.all([
      reportListing(api, token, datasetId),
      decide(datasetId, "dismiss", 1).catch(() => null),
    ]);
    expect(made.status).toBe(200);
    const rows = await api.db.select().from(reports).where(eq(reports.subjectId, datasetId));
    const [decision] = await decisionsOf(api, datasetId);
    const decided = rows.filter(({ decisionId }) => decisionId !== null).length;
    expect([rows.length, decided]).toEqual([2, decision?.reportCount ?? 0]);
  });

  test("about a listing withdrawn meanwhile says so, and suspends nothing", async () => {
    const { datasetId, reporters } = await reported();
    const gone = await api.send("POST", `/listings/${datasetId}/withdraw`, { token: seller.token });
    expect(gone.status).toBe(200);
    expect((await refusalOf(decide(datasetId, "suspend", 1))).code).toBe("reports_changed");
    expect(await decide(datasetId, "dismiss", 1)).toEqual({ decision: "gone" });
    const answered = { decision: { decision: "gone" }, subject: { status: "gone" } };
    expect(await ownReports(api, reporters[0]?.token ?? "")).toMatchObject([answered]);
  });

  test("is not one's own seller's", async () => {
    const { datasetId } = await reported();
    const own = { ...admin, accountId: seller.owner.accountId };
    const wish = { wish: "dismiss" as const, statement, seen: 1, parts: [] };
    const refusal = await refusalOf(decideReports(api.ctx, own, dataset(datasetId), wish));
    expect(refusal.code).toBe("party_to_dispute");
  });
});

describe("an appeal", () => {
  const appeal = { text: "These are numbers of public offices." };

  test("is only for the seller, once, and if upheld puts the dataset on sale again", async () => {
    const { datasetId, reporters, decisionId } = await suspended();
    const stranger = reporters[0]?.owner ?? seller.owner;
    const foreign = await refusalOf(appealDecision(api.ctx, stranger, decisionId, appeal));
    expect(foreign.code).toBe("decision_not_found");
    await appealDecision(api.ctx, seller.owner, decisionId, appeal);
    const twice = await refusalOf(appealDecision(api.ctx, seller.owner, decisionId, appeal));
    expect(twice.code).toBe("appeal_not_possible");
    const upheld = { outcome: "upheld", statement: "They are, indeed." } as const;
    const done = await decideAppeal(api.ctx, admin, decisionId, upheld);
    expect([done.restored, await statusOf(datasetId)]).toEqual([true, "shown"]);
    expect(await mailsAbout(decisionId)).toEqual([
      "moderation_appeal_decided",
      "moderation_decided",
      "report_appeal_decided",
      "report_decided",
    ]);
    const read = await ownReports(api, reporters[0]?.token ?? "");
    expect(read).toMatchObject([{ decision: { appeal: upheld } }]);
    expect(JSON.stringify(read)).not.toContain(appeal.text);
    expect((await toldTo(seller.agentId, datasetId)).at(-1)).toEqual([
      "moderation.appeal_decided",
      "upheld",
    ]);
  });

  test("that two administrators decide at once has one outcome", async () => {
    const { datasetId, decisionId } = await suspended();
    await appealDecision(api.ctx, seller.owner, decisionId, appeal);
    const both = await Promise.allSettled(
      (["upheld", "rejected"] as const).map((outcome) =>
        decideAppeal(api.ctx, admin, decisionId, { outcome, statement }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [decision] = await decisionsOf(api, datasetId);
    const isUpheld = decision?.appealOutcome === "upheld";
    expect(await statusOf(datasetId)).toBe(isUpheld ? "shown" : "suspended");
  });

  test("that is upheld brings nothing back that was withdrawn meanwhile", async () => {
    const { datasetId, decisionId } = await suspended();
    await appealDecision(api.ctx, seller.owner, decisionId, appeal);
    await api.send("POST", `/listings/${datasetId}/withdraw`, { token: seller.token });
    const wish = { outcome: "upheld", statement } as const;
    const { restored } = await decideAppeal(api.ctx, admin, decisionId, wish);
    expect([restored, await statusOf(datasetId)]).toEqual([false, "gone"]);
  });
});

test("two reports of one account at once are one", async () => {
  const datasetId = await paidListing(market);
  const { token } = await newBuyer(api);
  const made = await Promise.all([1, 2, 3, 4].map(() => reportListing(api, token, datasetId)));
  expect(new Set(made.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const isIt = eq(reports.subjectId, datasetId);
  expect(await api.db.$count(reports, isIt)).toBe(1);
});
