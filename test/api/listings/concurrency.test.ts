/** Concurrent pairs of calls: one wins, the other is refused, and nothing happens twice. */
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import {
  attachFile,
  createDraft,
  endJob,
  exampleCsv,
  publishedListing,
} from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await api.db.execute<{ rows: number }>(query);
  return row?.rows ?? -1;
}

const jobsOf = (path: string) => sql`
  select count(*)::int as rows from outbox
  join uploads on uploads.id = (payload ->> 'upload_id')::uuid
  where subject = 'jobs.profile' and storage_path = ${path}`;

const auditsOf = (id: string, action: string) => sql`
  select count(*)::int as rows from audit_log where subject_id = ${id} and action = ${action}`;

describe("at once", () => {
  test("of eight publications one is answered 200 and seven 409; one audit row", async () => {
    const id = await createDraft(api, token);
    await endJob(api, await attachFile(api, token, id));
    const publish = () => api.send("POST", `/listings/${id}/publish`, { token });
    const answers = await Promise.all(Array.from({ length: 8 }, publish));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    expect(await count(auditsOf(id, "listing.published"))).toBe(1);
  });

  test("of eight withdrawals one is answered 200", async () => {
    const id = await publishedListing(api, token);
    const withdraw = () => api.send("POST", `/listings/${id}/withdraw`, { token });
    const answers = await Promise.all(Array.from({ length: 8 }, withdraw));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await api.send("GET", `/datasets/${id}`)).status).toBe(404);
  });

  test("eight PATCHes with the same path owe one job", async () => {
    const id = await createDraft(api, token);
    const urls = await api.send("POST", `/listings/${id}/upload-urls`, { token });
    const { upload_url: url, path } = urls.body.full as { upload_url: string; path: string };
    await fetch(url, { method: "PUT", body: exampleCsv });
    const patch = () =>
      api.send("PATCH", `/listings/draft/${id}`, { token, body: { full_data_path: path } });
    const answers = await Promise.all(Array.from({ length: 8 }, patch));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(await count(jobsOf(path))).toBe(1);
  });

  test("eight drafts under one Idempotency-Key make one draft", async () => {
    const before = await api.send("GET", "/listings?limit=1", { token });
    const create = () =>
      api.send("POST", "/listings/draft", {
        token,
        body: { title: "Once", description: "Only once." },
        headers: { "idempotency-key": "one-draft" },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    const made = answers.filter((answer) => answer.status === 201);
    const waiting = answers.filter((answer) => answer.status === 409);
    expect(made.length + waiting.length).toBe(8);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of waiting) expect(answer.headers.get("retry-after")).toBe("1");
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    const after = await api.send("GET", "/listings?limit=1", { token });
    expect(totalOf(after.body)).toBe(totalOf(before.body) + 1);
  });
});

describe("Idempotency-Key", () => {
  const body = { title: "Kept", description: "The answer is kept." };
  const withKey = (key: string, given: unknown = body, by = token) =>
    api.send("POST", "/listings/draft", {
      token: by,
      body: given,
      headers: { "idempotency-key": key },
    });

  test("replays the same answer, marked as such, for 24 hours and no longer", async () => {
    const first = await withKey("kept");
    const second = await withKey("kept");
    expect(second.body).toEqual(first.body);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    api.clock.skewMs = 25 * 3_600_000;
    const third = await withKey("kept");
    api.clock.skewMs = 0;
    expect(third.body.id).not.toBe(first.body.id);
  });

  test("with another body is 422, and changes nothing", async () => {
    await withKey("reused");
    const other = await withKey("reused", { ...body, title: "Other" });
    expect(other.body.code).toBe("idempotency_key_reused");
  });

  test("at another address is 422, and does nothing there", async () => {
    const made = await withKey("one-address");
    const publish = await api.send("POST", `/listings/${made.body.id}/publish`, {
      token,
      headers: { "idempotency-key": "one-address" },
    });
    expect([publish.status, publish.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("of another agent is another key", async () => {
    const other = await verifiedAgent(api);
    const mine = await withKey("shared");
    const theirs = await withKey("shared", body, other.token);
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test("keeps a refusal as well, as it was", async () => {
    const id = await createDraft(api, token);
    const publish = () =>
      api.send("POST", `/listings/${id}/publish`, {
        token,
        headers: { "idempotency-key": "too-early" },
      });
    const first = await publish();
    expect(first.body.code).toBe("listing_incomplete");
    await endJob(api, await attachFile(api, token, id));
    const second = await publish();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

function totalOf(body: Record<string, unknown>): number {
  return (body.pagination as { total: number }).total;
}
