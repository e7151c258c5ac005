/**
 * Untouched drafts: the seller gets at most one warning mail a day, and no draft is withdrawn
 * before the announced time.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { attachFile, createDraft, endJob } from "../../support/listings.ts";
import { newBuyer } from "../../support/market.ts";
import { newSeller } from "../../support/operators.ts";
import { dayMs, expiryOf } from "./expiry-support.ts";

setDefaultTimeout(60_000);

const api = await testApi({ DRAFT_TTL_DAYS: "90", DRAFT_WARNING_DAYS: "14" });
const clock = expiryOf(api);

describe("a draft that nobody touches", () => {
  test("is warned of once, in one mail for all of its agent, and withdrawn with its file when its time is over", async () => {
    const { agentId, owner } = await newSeller(api);
    const [first, second] = [
      await clock.oldDraft(agentId, 80, "Rain <b>of</b> Oslo"),
      await clock.oldDraft(agentId, 79),
    ];
    const young = await clock.oldDraft(agentId, 70);
    await Promise.all([clock.warn(0), clock.warn(0), clock.warn(0)]);
    for (const id of [first, second]) {
      expect(await clock.eventsOf(id)).toEqual(["listing.expiring", "listing.expiring"]);
    }
    expect(await clock.eventsOf(young)).toEqual([]);
    expect(await clock.mailJobsOf(agentId)).toBe(1);
    const { kind, sent } = await clock.mail(agentId, 0);
    expect([kind, sent.map(({ to, subject }) => [to, subject])]).toEqual([
      "sent",
      [[owner.email, "2 drafts of your agent will expire soon"]],
    ]);
    expect(sent[0]?.text).toContain("Rain <b>of</b> Oslo");
    expect((await clock.mail(agentId, 0)).kind).toBe("not_owed");

    await clock.expire(13.9);
    expect((await clock.read(first)).status).toBe("draft");
    await Promise.all([clock.expire(14.1), clock.expire(14.1)]);
    for (const id of [first, second]) {
      const row = await clock.read(id);
      expect(row).toMatchObject({ status: "withdrawn", currentUploadId: null, sha256: null });
      expect(await clock.auditsOf(id, "listing.expired")).toBe(1);
      expect((await clock.eventsOf(id)).slice(2)).toEqual(["listing.expired", "listing.expired"]);
    }
    expect((await clock.read(young)).status).toBe("draft");
    const [upload] = await api.db.select().from(uploads).where(eq(uploads.listingId, first));
    expect(upload).toMatchObject({ state: "superseded", purgedAt: null });
    await purgeUnusedFiles({ ...api.ctx, now: () => new Date(Date.now() + 30 * dayMs) });
    const [purged] = await api.db.select().from(uploads).where(eq(uploads.listingId, first));
    expect(purged?.purgedAt).not.toBeNull();
    const buyer = await newBuyer(api);
    const body = { payment_method_id: buyer.cardId };
    const answer = await api.send("POST", `/datasets/${first}/buy`, { token: buyer.token, body });
    expect([answer.status, answer.body.code]).toEqual([404, "dataset_not_found"]);
  });

  test("is not warned of twice a day, nor while an earlier mail is under way", async () => {
    const { agentId } = await newSeller(api);
    await clock.oldDraft(agentId, 80);
    await clock.warn(0);
    const late = await clock.oldDraft(agentId, 80);
    await clock.warn(0);
    await clock.warn(1);
    expect([await clock.mailJobsOf(agentId), await clock.eventsOf(late)]).toEqual([1, []]);
    await clock.mail(agentId, 1);
    await clock.warn(1);
    expect(await clock.mailJobsOf(agentId)).toBe(1);
    await clock.warn(2);
    expect(await clock.mailJobsOf(agentId)).toBe(2);
    const { sent } = await clock.mail(agentId, 2);
    expect(sent[0]?.text.match(/Old rain/g)).toHaveLength(2);
  });

  test("stays the promised days after the mail, though clock and provider were away for months", async () => {
    const { agentId } = await newSeller(api);
    const id = await clock.oldDraft(agentId, 400);
    await clock.expire(0);
    expect((await clock.read(id)).status).toBe("draft");
    await clock.warn(0);
    const failed = { kind: "failed", code: "timeout", detail: "no" } as const;
    expect((await clock.mail(agentId, 0, failed)).kind).toBe("failed");
    await clock.expire(60);
    expect((await clock.read(id)).status).toBe("draft");
    expect((await clock.mail(agentId, 61)).kind).toBe("sent");
    await clock.expire(74.9);
    expect((await clock.read(id)).status).toBe("draft");
    await clock.expire(75.1);
    expect((await clock.read(id)).status).toBe("withdrawn");
  });

  test("goes all the same when its mail is refused for good, or nobody's address is known", async () => {
    for (const refused of [true, false]) {
      const { agentId, owner } = await newSeller(api);
      const id = await clock.oldDraft(agentId, 80);
      await clock.warn(0);
      if (!refused) {
        await api.db.execute(
          `update accounts set email_verified = false where id = '${owner.accountId}'`,
        );
      }
      const result = { kind: "refused", code: "invalid", detail: "no" } as const;
      expect((await clock.mail(agentId, 0, result)).kind).toBe(refused ? "refused" : "not_owed");
      await clock.expire(14.1);
      expect((await clock.read(id)).status).toBe("withdrawn");
    }
  });
});

describe("a draft", () => {
  test("tells when it expires, later after a warning that came late, and only as a draft", async () => {
    const seller = await sellerAgent(api);
    const { token } = seller;
    const expiresAt = async (id: string) =>
      (await api.send("GET", `/listings/${id}`, { token })).body.expires_at;
    const id = await createDraft(api, token);
    const inDays = async (of: string) => {
      const ms = Date.parse(String(await expiresAt(of))) - Date.now();
      return Math.round((ms / dayMs) * 10) / 10;
    };
    expect(await inDays(id)).toBe(90);
    const old = await clock.oldDraft(seller.agentId, 300);
    expect(await inDays(old)).toBe(14);
    await clock.warn(0);
    expect(await inDays(old)).toBe(14);
    await endJob(api, await attachFile(api, token, id));
    await api.send("POST", `/listings/${id}/publish`, { token });
    expect(await expiresAt(id)).toBeNull();
  });

  test("is renewed by a change, by an upload URL and by the end of its job, whatever it was warned of", async () => {
    const seller = await sellerAgent(api);
    const { token } = seller;
    const acts: ((id: string) => Promise<unknown>)[] = [
      (id) => api.send("PATCH", `/listings/draft/${id}`, { token, body: { title: "New" } }),
      (id) => api.send("POST", `/listings/${id}/upload-urls`, { token, body: { byte_size: 10 } }),
      async (id) => endJob(api, await attachFile(api, token, id)),
    ];
    const drafts: string[] = [];
    for (const _ of acts) drafts.push(await clock.oldDraft(seller.agentId, 100));
    await clock.warn(0);
    await clock.mail(seller.agentId, 0);
    for (const [at, act] of acts.entries()) await act(drafts[at] ?? "");
    await clock.expire(15);
    for (const id of drafts) {
      expect(await clock.read(id)).toMatchObject({ status: "draft", draftWarnedAt: null });
    }
    const late = await api.send("GET", `/listings/${drafts[0]}`, { token });
    expect(Date.parse(String(late.body.expires_at))).toBeGreaterThan(Date.now() + 89 * dayMs);
  });

  test("whose job is owed does not expire, however long that takes", async () => {
    const { agentId } = await newSeller(api);
    const id = await clock.oldDraft(agentId, 100);
    await clock.warn(0);
    await clock.mail(agentId, 0);
    const { currentUploadId } = await clock.read(id);
    const state = (value: "attached" | "generated") =>
      api.db
        .update(uploads)
        .set({ state: value })
        .where(eq(uploads.id, currentUploadId ?? ""));
    await state("attached");
    await clock.expire(40);
    expect((await clock.read(id)).status).toBe("draft");
    await state("generated");
    await clock.expire(40);
    expect((await clock.read(id)).status).toBe("withdrawn");
  });

  test("that the previous release changes loses its warning", async () => {
    const { agentId } = await newSeller(api);
    const id = await clock.oldDraft(agentId, 100);
    await clock.warn(0);
    await api.db.update(listings).set({ updatedAt: new Date() }).where(eq(listings.id, id));
    expect((await clock.read(id)).draftWarnedAt).toBeNull();
  });
});
