/** Both sides' statements in a dispute, their attached files, and who may read them. */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { readExportPage } from "../../../db/queries/leaving/export.ts";
import {
  auditLog,
  disputeFileNotes,
  disputeStatements,
  events,
  outbox,
} from "../../../db/schema/index.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { keepAttachments } from "../../../market/purchase/dispute/keep-attachments.ts";
import { sweepDisputeFiles } from "../../../market/purchase/dispute/sweep-dispute-files.ts";
import {
  DISPUTE_ANSWERS_MAX,
  DISPUTE_ATTACHMENT_BYTES_MAX,
} from "../../../market/purchase/limits.ts";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { newBuyer, paidListing, purchaseOf, sha256Of, testMarket } from "../../support/market.ts";
import { testEnv } from "../../support/stack.ts";

const market = await testMarket();
const { api, seller } = market;
const listingId = await paidListing(market);
const stranger = await newBuyer(api);
const otherSeller = await sellerAgent(api);

const complaint = { reason: "not_as_described", detail: "The rows end in 2013." };
const answer = { text: "The rows of 2014 are in the second table." };
const csv = "year,rows\n2013,12\n";
const fileOf = (name: string, content: string | Uint8Array) => ({
  name,
  content: Buffer.from(content).toString("base64"),
});
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

async function bought() {
  const buyer = await newBuyer(api);
  const id = await purchaseOf({ ...market, buyer }, listingId);
  const as = (token: string) => (method: string, path: string, body?: Json, key?: string) =>
    api.send(method, path.replace("{id}", id), {
      token,
      body,
      headers: key === undefined ? {} : { "idempotency-key": key },
    });
  const [ofBuyer, ofSeller] = [as(buyer.token), as(seller.token)];
  return {
    id,
    buyer,
    as,
    dispute: (body: Json, key?: string) => ofBuyer("POST", "/purchases/{id}/dispute", body, key),
    read: () => ofBuyer("GET", "/purchases/{id}/dispute"),
    answer: (body: Json, key?: string) =>
      ofSeller("POST", "/agent/sales/{id}/dispute/answers", body, key),
    readAsSeller: () => ofSeller("GET", "/agent/sales/{id}/dispute"),
    stored: () => api.ctx.storage.list(`disputes/${id}/`, { keysMax: 50 }),
  };
}

const statementsOf = (body: Json) => body.statements as Json[];
const filesOf = (body: Json) => statementsOf(body).flatMap((said) => said.attachments as Json[]);

describe("a dispute", () => {
  test("carries files of both sides, which both sides save and never open", async () => {
    const one = await bought();
    const attachments = [fileOf("rows.html", csv), fileOf("../../screen shot.exe", png)];
    expect((await one.dispute({ ...complaint, attachments })).status).toBe(200);
    const answered = await one.answer({ ...answer, attachments: [fileOf("rows.csv", csv)] });
    expect(answered.status).toBe(200);
    const { body } = await one.read();
    expect(body).toMatchObject({ purchase_id: one.id, status: "disputed", answers_left: 4 });
    expect(statementsOf(body).map(({ from, text }) => [from, text])).toEqual([
      ["buyer", complaint.detail],
      ["seller", answer.text],
    ]);
    expect(filesOf(body).map((file) => [file.name, file.media_type, file.sha256])).toEqual([
      ["rows.html.txt", "text/plain", sha256Of(csv)],
      ["screen shot.exe.png", "image/png", sha256Of(png)],
      ["rows.csv", "text/csv", sha256Of(csv)],
    ]);
    const asSeller = filesOf((await one.readAsSeller()).body);
    expect(asSeller.map(({ id }) => id)).toEqual(filesOf(body).map(({ id }) => id));
    const got = await fetch(String(asSeller[0]?.download_url));
    expect(await got.text()).toBe(csv);
    expect(got.headers.get("content-type")).toBe("application/octet-stream");
    expect(got.headers.get("content-disposition")).toStartWith(
      'attachment; filename="rows.html.txt"',
    );
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("is read only by its two sides", async () => {
    const one = await bought();
    await one.dispute({ ...complaint, attachments: [fileOf("rows.csv", csv)] });
    const foreign = await one.as(stranger.token)("GET", "/purchases/{id}/dispute");
    expect([foreign.status, foreign.body.code]).toEqual([403, "purchase_not_yours"]);
    const other = one.as(otherSeller.token);
    for (const [method, path, body] of [
      ["GET", "/agent/sales/{id}/dispute", undefined],
      ["POST", "/agent/sales/{id}/dispute/answers", answer],
      ["POST", "/agent/sales/{id}/dispute/answers", { ...answer, attachments: [fileOf("a", csv)] }],
    ] as [string, string, Json | undefined][]) {
      const refused = await other(method, path, body);
      expect([refused.status, refused.body.code]).toEqual([404, "purchase_not_found"]);
    }
    expect(await one.stored()).toHaveLength(1);
  });

  test("tells the buyer of an answer by event and mail, and the log of both", async () => {
    const one = await bought();
    await one.dispute({ ...complaint, attachments: [fileOf("rows.csv", csv)] });
    await one.answer(answer);
    const told = await api.db.select().from(events).where(eq(events.subjectId, one.id));
    const answered = told.filter(({ type }) => type === "purchase.dispute_answered");
    expect(answered.map(({ principalId }) => principalId)).toEqual([one.buyer.owner.accountId]);
    const rows = await api.db
      .select()
      .from(disputeStatements)
      .where(eq(disputeStatements.purchaseId, one.id))
      .orderBy(disputeStatements.id);
    const mails = await api.db
      .select()
      .from(outbox)
      .where(sql`${outbox.payload} ->> 'statement_id' = ${rows[1]?.id ?? ""}`);
    expect(mails.map(({ subject }) => subject)).toEqual(["jobs.mail"]);
    const log = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, one.id));
    expect(log.map(({ action, detail }) => [action, (detail as Json).files])).toEqual([
      ["purchase.disputed", [sha256Of(csv)]],
      ["purchase.dispute_answered", []],
    ]);
    const change = api.db.update(disputeStatements).set({ text: "Other words." });
    await expect(change.execute()).rejects.toThrow();
    await expect(api.db.delete(disputeStatements).execute()).rejects.toThrow();
  });

  test("is in the download of both sides' data, which says whose words are whose", async () => {
    const one = await bought();
    await one.dispute({ ...complaint, attachments: [fileOf("rows.csv", csv)] });
    await one.answer(answer);
    const saidTo = async (accountId: string) => {
      const rows: Json[] = [];
      let after: string | null = null;
      do {
        const asked = { accountId, after, limit: 1 };
        const page = await readExportPage(api.db, "dispute_statements", asked);
        rows.push(...page.lines.map((line) => JSON.parse(line) as Json));
        after = page.next;
      } while (after !== null);
      const own = rows.filter((row) => row.purchase_id === one.id);
      return own.map((row) => [row.by_you, row.text, (row.attachments as Json[]).length]);
    };
    expect(await saidTo(one.buyer.owner.accountId)).toEqual([
      [true, complaint.detail, 1],
      [false, answer.text, 0],
    ]);
    expect(await saidTo(seller.owner.accountId)).toEqual([
      [false, complaint.detail, 1],
      [true, answer.text, 0],
    ]);
    expect(await saidTo(stranger.owner.accountId)).toEqual([]);
  });

  test("takes so many answers, none twice, and none once it is decided", async () => {
    const one = await bought();
    expect((await one.answer(answer)).body.code).toBe("purchase_not_disputed");
    expect((await one.readAsSeller()).body.code).toBe("purchase_not_disputed");
    await one.dispute(complaint);
    const attachments = [fileOf("rows.csv", csv)];
    const twice = await Promise.all([1, 2].map(() => one.answer({ ...answer, attachments })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await one.stored()).length).toBe(1);
    for (let number = 2; number <= DISPUTE_ANSWERS_MAX; number++) {
      const { status } = await one.answer({ text: `Answer ${number}.` });
      expect(status).toBe(200);
    }
    const more = await one.answer({ text: "One more.", attachments });
    expect([more.status, more.body.code]).toEqual([400, "limit_reached"]);
    expect((await one.stored()).length).toBe(1);
    const admin = { kind: "admin", accountId: stranger.owner.accountId, email: "a@b.c" } as const;
    await resolveDispute(api.ctx, admin, one.id, { decision: "refund", detail: "So be it." });
    expect((await one.answer({ text: "Too late." })).body.code).toBe("purchase_not_disputed");
    expect((await one.read()).body).toMatchObject({ resolution: "refunded", answers_left: 0 });
  });
});

describe("the files of a dispute", () => {
  test("are judged by their content, and nothing is kept of a refused one", async () => {
    const one = await bought();
    const big = new Uint8Array(DISPUTE_ATTACHMENT_BYTES_MAX + 1).fill(97);
    const most = big.subarray(1);
    for (const attachments of [
      [fileOf("page.txt", new Uint8Array([60, 0, 104]))],
      [fileOf("run.png", "MZ\u0001")],
      [fileOf("half.txt", new Uint8Array([0xc3]))],
      [fileOf("good.csv", csv), fileOf("big.txt", big)],
      [fileOf("a", most), fileOf("b", most), fileOf("c", csv)],
      Array.from({ length: 6 }, () => fileOf("rows.csv", csv)),
      [{ name: "rows.csv", content: "not base64!" }],
      [{ name: "rows.csv", content: "" }],
      [{ name: "\u202erows.csv", content: "AAAA" }],
    ]) {
      const { status, body } = await one.dispute({ ...complaint, attachments });
      expect([status, body.code]).toEqual([400, "invalid_request"]);
      const [fault] = body.errors as { pointer: string }[];
      expect(fault?.pointer).toStartWith("/attachments");
    }
    const huge = { ...complaint, detail: "x".repeat(3_200_000) };
    expect((await one.dispute(huge)).body.code).toBe("body_too_large");
    expect(await one.stored()).toEqual([]);
    const all = [fileOf("a", most), fileOf("b", most)];
    expect((await one.dispute({ ...complaint, attachments: all })).status).toBe(200);
    expect(await one.stored()).toHaveLength(2);
  });

  test("are kept once for a request that is repeated, and not for one that came too late", async () => {
    const one = await bought();
    const body = { ...complaint, attachments: [fileOf("rows.csv", csv)] };
    const both = await Promise.all([one.dispute(body, "one"), one.dispute(body, "two")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = both[0].status === 200 ? "one" : "two";
    const again = await one.dispute(body, won);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = { ...body, attachments: [fileOf("rows.csv", `${csv}2014,1\n`)] };
    expect((await one.dispute(other, won)).body.code).toBe("idempotency_key_reused");
    expect(await one.stored()).toHaveLength(1);
  });

  test("leave nothing behind in a store that breaks while they are written", async () => {
    const one = await bought();
    const { storage } = api.ctx;
    let writes = 0;
    const breaking: typeof storage = {
      ...storage,
      async write(...given) {
        writes += 1;
        if (writes === 2) throw new Error("the disk is gone");
        return storage.write(...given);
      },
    };
    const files = ["a", "b"].map((name) => ({ name, bytes: Buffer.from(csv) }));
    const keeping = { purchaseId: one.id, files };
    const run = () => Promise.reject(new Error("never called"));
    const broken = { ...api.ctx, storage: breaking };
    await expect(keepAttachments(broken, keeping, run)).rejects.toThrow("disk");
    expect(await one.stored()).toEqual([]);
    expect(await notesOf(one.id)).toEqual([]);
  });

  test("of a process that was killed are swept an hour later, and no others", async () => {
    const [early, late, said] = await Promise.all([bought(), bought(), bought()]);
    const { storage } = api.config;
    if (storage.kind !== "disk") throw new Error("the files of this test lie on the disk");
    const [DATABASE_URL, STORAGE_DIR] = [api.databaseUrl, storage.rootDir];
    const env = await testEnv({ DATABASE_URL, STORAGE_DIR });
    const child = (id: string, moment: string) =>
      Bun.spawn(
        [process.execPath, `${import.meta.dir}/fixtures/statement-that-dies.ts`, id, moment],
        {
          env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
          stdout: "inherit",
          stderr: "inherit",
        },
      );
    const dead = [child(early.id, "before"), child(late.id, "after")];
    await said.dispute({ ...complaint, attachments: [fileOf("rows.csv", csv)] });
    // As if its process had died between storing the statement and finishing the record.
    const [kept] = await said.stored();
    const fileId = kept?.key.split("/").at(-1) ?? "";
    const note = { fileId, purchaseId: said.id, createdAt: new Date() };
    await api.ctx.db.insert(disputeFileNotes).values(note);
    expect(await Promise.all(dead.map(({ exited }) => exited))).toEqual([137, 137]);
    expect([await early.stored(), await late.stored()].map(({ length }) => length)).toEqual([1, 2]);

    const soon = { ...api.ctx, now: () => new Date(Date.now() + 59 * 60_000) };
    await sweepDisputeFiles(soon);
    expect(await late.stored()).toHaveLength(2);
    const later = { ...api.ctx, now: () => new Date(Date.now() + 61 * 60_000) };
    await Promise.all([sweepDisputeFiles(later), sweepDisputeFiles(later)]);
    for (const [one, left] of [
      [early, 0],
      [late, 0],
      [said, 1],
    ] as const) {
      expect(await one.stored()).toHaveLength(left);
      expect(await notesOf(one.id)).toEqual([]);
    }
  });
});

const notesOf = (purchaseId: string) =>
  api.ctx.db.select().from(disputeFileNotes).where(eq(disputeFileNotes.purchaseId, purchaseId));
