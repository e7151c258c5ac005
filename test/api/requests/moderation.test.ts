/**
 * Requests that administrators remove, that expire, or that a suspension hides: each event is sent
 * once, and only to those concerned.
 */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, auditReaders, dataRequests, outbox } from "../../../db/schema/index.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { expireDueDataRequests } from "../../../market/request/expire-due-data-requests.ts";
import {
  getDataRequestToModerate,
  getOwnDataRequest,
  listDataRequestsToModerate,
  listOwnerAnswers,
} from "../../../market/request/read.ts";
import { removeAnswer } from "../../../market/request/remove-answer.ts";
import { removeDataRequest } from "../../../market/request/remove-data-request.ts";
import { sellerAgent } from "../../support/agents.ts";
import { publishedListing } from "../../support/listings.ts";
import { auditOf, newBuyer, testMarket } from "../../support/market.ts";
import { newKey, refusalOf } from "../../support/operators.ts";
import {
  answer,
  answered,
  answersTo,
  board,
  decide,
  eventsAbout,
  mailsAbout,
  postedRequest,
} from "../../support/requests.ts";

const { api, seller, buyer } = await testMarket({
  RATE_LIMIT_PUBLIC_PER_MINUTE: "10000",
  RATE_LIMIT_AGENT_PER_MINUTE: "10000",
});
const datasetId = await publishedListing(api, seller.token);
const admin: AdminActor = {
  kind: "admin",
  accountId: (await newBuyer(api)).owner.accountId,
  email: "admin@example.com",
};
const reason = "It asks for personal data.";
const dayMs = 86_400_000;
const typesTo = async (requestId: string, kind: string, id: string) =>
  (await eventsAbout(api, requestId))
    .filter((event) => event.kind === kind && event.id === id)
    .map(({ type }) => type);

describe("a request that an administrator removes", () => {
  test("is shown only to its poster, with the reason, and accepts no answers", async () => {
    const requestId = await postedRequest(api, buyer.token, { title: "Walrus diaries" });
    const answerId = await answered(api, seller.token, requestId, datasetId);
    const atOnce = await Promise.all(
      [1, 2, 3].map(() => removeDataRequest(api.ctx, admin, requestId, { reason })),
    );
    expect(atOnce.filter(({ changed }) => changed).length).toBe(1);
    expect((await api.send("GET", `/requests/${requestId}`)).status).toBe(404);
    for (const status of ["open", "closed", "fulfilled", "expired"]) {
      expect((await board(api, `?query=walrus&status=${status}`)).items).toEqual([]);
    }
    const mine = await api.send("GET", "/requests/mine?status=removed", { token: buyer.token });
    expect(mine.body.items).toMatchObject([{ id: requestId, removed_reason: reason }]);
    const { secret } = await newKey(api, buyer.owner);
    for (const [act, token] of [
      ["close", buyer.token],
      ["reopen", secret],
    ] as const) {
      const refused = await api.send("POST", `/requests/${requestId}/${act}`, { token });
      expect(refused.body.code).toBe("data_request_not_open");
    }
    const key = { requestId, answerId };
    expect((await decide(api, buyer.token, key, "accept")).body.code).toBe("data_request_not_open");
    const again = await answer(api, seller.token, requestId, datasetId);
    expect(again.body.code).toBe("data_request_not_found");
    expect((await answersTo(api, seller.token, requestId)).items.length).toBe(1);

    const removed = "request.removed";
    expect(await typesTo(requestId, "agent", seller.agentId)).toEqual([removed]);
    expect(await typesTo(requestId, "account", seller.owner.accountId)).toEqual([removed]);
    expect(await typesTo(requestId, "account", buyer.owner.accountId)).toEqual([
      "request.answered",
      removed,
    ]);
    expect(await mailsAbout(api, requestId)).toEqual(["1", "request_removed"]);
    expect((await auditOf(api, requestId)).at(-1)).toBe("data_request.removed");
  });

  test("is read with its answers by administrators, whatever became of it", async () => {
    const requestId = await postedRequest(api, buyer.token);
    await answered(api, seller.token, requestId, datasetId);
    await removeDataRequest(api.ctx, admin, requestId, { reason });
    const page = { limit: 10, offset: 0 };
    const shown = await getDataRequestToModerate(api.ctx, admin, requestId, page);
    expect([shown.request.status, shown.answers.items.length]).toEqual(["removed", 1]);
    expect(shown.posterAccountId).toBe(buyer.owner.accountId);
    const query = { status: "removed", ...page } as const;
    const { items } = await listDataRequestsToModerate(api.ctx, admin, query);
    expect(items.map(({ id }) => id)).toContain(requestId);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["removed"]));
  });
});

describe("an answer that an administrator removes", () => {
  test("tells both sides, and is in the audit logs of both; its listing stays on sale", async () => {
    const requestId = await postedRequest(api, buyer.token);
    const answerId = await answered(api, seller.token, requestId, datasetId);
    const key = { requestId, answerId };
    expect(await removeAnswer(api.ctx, admin, key, { reason })).toEqual({ changed: true });
    expect(await removeAnswer(api.ctx, admin, key, { reason })).toEqual({ changed: false });
    const { items } = await answersTo(api, buyer.token, requestId);
    expect(items).toMatchObject([{ status: "removed", removed_reason: reason }]);
    const told = "request.answer_removed";
    expect(await typesTo(requestId, "agent", seller.agentId)).toEqual([told]);
    expect(await typesTo(requestId, "account", buyer.owner.accountId)).toContain(told);
    expect(await mailsAbout(api, requestId)).toEqual(["1", "request_answer_removed"]);
    expect((await api.send("GET", `/datasets/${datasetId}`)).status).toBe(200);
    const readers = await api.db.select().from(auditReaders);
    const isReader = (accountId: string) => readers.some((row) => row.accountId === accountId);
    expect([isReader(buyer.owner.accountId), isReader(seller.owner.accountId)]).toEqual([
      true,
      true,
    ]);
    const page = { limit: 100, offset: 0 };
    const ofOwner = await listOwnerAnswers(api.ctx, seller.owner, page);
    expect(ofOwner.items.map(({ id }) => id)).toContain(answerId);
  });
});

describe("a request whose time is over", () => {
  test("counts as expired at once, and is ended and told once by however many clocks", async () => {
    const expiresAt = new Date(Date.now() + 2 * dayMs).toISOString();
    const fields = { title: "Lemur calls", expires_at: expiresAt };
    const requestId = await postedRequest(api, buyer.token, fields);
    await answered(api, seller.token, requestId, datasetId);
    try {
      api.clock.skewMs = 2 * dayMs + 1000;
      expect((await board(api, "?query=lemur")).items).toEqual([]);
      const over = await board(api, "?query=lemur&status=expired");
      expect(over.items).toMatchObject([{ id: requestId, status: "expired", ended_at: expiresAt }]);
      const late = await answer(api, seller.token, requestId, datasetId);
      expect(late.body.code).toBe("data_request_not_open");
      const batch = { rowsMax: 100 };
      const counts = await Promise.all([1, 2, 3].map(() => expireDueDataRequests(api.ctx, batch)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await expireDueDataRequests(api.ctx, batch)).toBe(0);
    } finally {
      api.clock.skewMs = 0;
    }
    expect((await getOwnDataRequest(api.ctx, buyer.owner, requestId)).ended_at).toBe(expiresAt);
    expect(await typesTo(requestId, "agent", seller.agentId)).toEqual(["request.expired"]);
    expect(await typesTo(requestId, "account", buyer.owner.accountId)).toEqual([
      "request.answered",
      "request.expired",
    ]);
    expect(await mailsAbout(api, requestId)).toEqual(["1", "request_expired"]);
  });
});

describe("a suspension", () => {
  test("of the poster hides its requests, and brings them back at its end", async () => {
    const poster = await newBuyer(api);
    const requestId = await postedRequest(api, poster.token, { title: "Quokka smiles" });
    const answerId = await answered(api, seller.token, requestId, datasetId);
    const isSuspended = (suspendedAt: Date | null) =>
      api.db
        .update(accounts)
        .set({ suspendedAt, suspendedReason: suspendedAt === null ? null : "test" })
        .where(eq(accounts.id, poster.owner.accountId));
    await isSuspended(api.ctx.now());
    expect((await board(api, "?query=quokka")).items).toEqual([]);
    expect((await api.send("GET", `/requests/${requestId}`)).status).toBe(404);
    const another = await publishedListing(api, seller.token);
    const refused = await answer(api, seller.token, requestId, another);
    expect(refused.body.code).toBe("data_request_not_found");
    const key = { requestId, answerId };
    expect((await decide(api, poster.token, key, "accept")).body.code).toBe("account_suspended");
    await isSuspended(null);
    expect((await board(api, "?query=quokka")).items.length).toBe(1);
  });

  test("of an agent, or its revocation, prevents answers, and its earlier answers are gone", async () => {
    const [suspended, revoked] = [await sellerAgent(api), await sellerAgent(api)];
    const requestId = await postedRequest(api, buyer.token);
    for (const agent of [suspended, revoked]) {
      await answered(api, agent.token, requestId, await publishedListing(api, agent.token));
    }
    await suspendAgent(api.ctx, admin, suspended.agentId, { reason });
    await revokeAgent(api.ctx, revoked.owner, revoked.agentId, { withdraw_listings: true });
    const { items } = await answersTo(api, buyer.token, requestId);
    expect(items.map(({ status, dataset }) => [status, dataset])).toEqual([
      ["gone", null],
      ["gone", null],
    ]);
    const codes = [suspended, revoked].map(
      async ({ token }) => (await answer(api, token, requestId, datasetId)).body.code,
    );
    expect(await Promise.all(codes)).toEqual(["agent_suspended", "token_revoked"]);
  });
});

test("a refusal of the outbox undoes the whole act: no effect without its events and mails", async () => {
  const requestId = await postedRequest(api, buyer.token);
  await api.db.execute(
    "alter table outbox add constraint no_mail check (subject <> 'jobs.mail') not valid",
  );
  try {
    const refused = await refusalOf(removeDataRequest(api.ctx, admin, requestId, { reason })).catch(
      (error: unknown) => String(error),
    );
    expect(String(refused)).toContain("outbox");
  } finally {
    await api.db.execute("alter table outbox drop constraint no_mail");
  }
  const [row] = await api.db.select().from(dataRequests).where(eq(dataRequests.id, requestId));
  expect(row?.state).toBe("open");
  expect(await eventsAbout(api, requestId)).toEqual([]);
  expect(await api.db.$count(outbox)).toBeGreaterThan(0);
});
