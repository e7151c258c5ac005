/** Drafts expire while their sellers work with them: no draft that was touched is lost. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, inArray } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Answer, testApi } from "../../support/api.ts";
import { exampleCsv } from "../../support/listings.ts";
import { newSeller } from "../../support/operators.ts";
import { expiryOf } from "./expiry-support.ts";

setDefaultTimeout(120_000);

const api = await testApi({ RATE_LIMIT_AGENT_PER_MINUTE: "100000" });
const clock = expiryOf(api);

/**
 * Drafts of one agent that were warned about and are due, each with an address that its file was
 * put to.
 */
async function dueDrafts(token: string, agentId: string, count: number) {
  const drafts: { id: string; path: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await clock.oldDraft(agentId, 100);
    const { body } = await api.send("POST", `/listings/${id}/upload-urls`, {
      token,
      body: { byte_size: exampleCsv.length },
    });
    const full = body.full as { upload_url: string; path: string };
    await fetch(full.upload_url, { method: "PUT", body: exampleCsv });
    drafts.push({ id, path: full.path });
  }
  const ids = drafts.map(({ id }) => id);
  const old = new Date(Date.now() - 100 * 86_400_000);
  await api.db.update(listings).set({ updatedAt: old }).where(inArray(listings.id, ids));
  await clock.warn(-15);
  await clock.mail(agentId, -15);
  return drafts;
}

test("under concurrent acts a changed draft stays, and the others expire once", async () => {
  const { token, agentId } = await sellerAgent(api);
  const drafts = await dueDrafts(token, agentId, 60);
  const acts: ((draft: { id: string; path: string }) => Promise<Answer>)[] = [
    ({ id }) => api.send("PATCH", `/listings/draft/${id}`, { token, body: { title: "New" } }),
    ({ id, path }) =>
      api.send("PATCH", `/listings/draft/${id}`, { token, body: { full_data_path: path } }),
    ({ id }) => api.send("POST", `/listings/${id}/publish`, { token }),
    ({ id }) => api.send("POST", `/listings/${id}/upload-urls`, { token, body: { byte_size: 1 } }),
  ];
  const clocks = async () => {
    for (let turn = 0; turn < 20; turn += 1) await expireOne();
  };
  const expireOne = () => clock.expire(0, { rowsPerBatchMax: 3, secondsMax: 0 });
  const [answers] = await Promise.all([
    Promise.all(drafts.map((draft, at) => acts[at % 4]?.(draft))),
    clocks(),
    clocks(),
  ]);
  let lost = 0;
  for (const [at, { id }] of drafts.entries()) {
    const row = await clock.read(id);
    const isExpired = row.status === "withdrawn";
    expect(await clock.auditsOf(id, "listing.expired")).toBe(isExpired ? 1 : 0);
    expect([id, answers[at]?.status]).toEqual([id, isExpired ? 409 : 200]);
    expect(row.draftWarnedAt).toBeNull();
    if (isExpired) {
      lost += 1;
      continue;
    }
    const [file] = await api.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, row.currentUploadId ?? ""));
    expect(file?.state).toBe(at % 4 === 1 ? "attached" : "generated");
    expect(row.status).toBe(at % 4 === 2 ? "active" : "draft");
  }
  process.stdout.write(`${lost} of ${drafts.length} drafts expired before they were touched\n`);
});

test("a draft that somebody holds is left out, and kept when it was changed meanwhile", async () => {
  const { token, agentId } = await sellerAgent(api);
  const [draft] = await dueDrafts(token, agentId, 1);
  const id = draft?.id ?? "";
  await api.db.transaction(async (tx) => {
    await tx.select().from(listings).where(eq(listings.id, id)).for("update");
    expect(await clock.expire(0)).toBe(0);
    await tx.update(listings).set({ updatedAt: new Date() }).where(eq(listings.id, id));
  });
  expect(await clock.expire(0)).toBe(0);
  expect((await clock.read(id)).status).toBe("draft");
});

test("two clocks end two thousand drafts in batches, each once", async () => {
  const perAgent = 200;
  const agentIds: string[] = [];
  for (let index = 0; index < 10; index += 1) agentIds.push((await newSeller(api)).agentId);
  await api.db.execute(`
    insert into listings (id, agent_id, status, title, description, category, tags, pricing_type,
      price_cents, created_at, updated_at, column_names)
    select gen_random_uuid(), agent_id::uuid, 'draft', 'Old', 'Old.', 'other', '{}', 'buy_it_now', 0,
      now() - interval '1 year', now() - interval '1 year', '{}'
    from unnest('{${agentIds.join(",")}}'::text[]) as agent_id, generate_series(1, ${perAgent})`);
  const both = async (run: () => Promise<number>) => {
    for (;;) {
      const done = await Promise.all([run(), run()]);
      if (done.every((count) => count === 0)) return;
    }
  };
  await both(() => clock.warn(0));
  for (const agentId of agentIds) {
    expect([await clock.mailJobsOf(agentId), (await clock.mail(agentId, 0)).kind]).toEqual([
      1,
      "sent",
    ]);
  }
  await both(() => clock.expire(15));
  const left = await api.db.$count(listings, inArray(listings.agentId, agentIds));
  const withdrawn = await api.db.$count(
    listings,
    and(inArray(listings.agentId, agentIds), eq(listings.status, "withdrawn")),
  );
  expect([left, withdrawn]).toEqual([2000 + 10, 2000]);
});
