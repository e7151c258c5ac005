/** A new file on a published listing, and waiting for its sample job. */
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import {
  attachFile,
  createDraft,
  endJob,
  exampleCsv,
  publishedListing,
} from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

const longerCsv = `${exampleCsv}4.9,setosa\n`;

const api = await testApi();
const { token } = await verifiedAgent(api);

const open = (id: string) => api.send("POST", `/listings/${id}/versions`, { token });
const publish = (id: string) => api.send("POST", `/listings/${id}/publish`, { token });
const read = (id: string, query = "") => api.send("GET", `/listings/${id}${query}`, { token });

async function download(id: string): Promise<string> {
  const answer = await api.send("GET", `/datasets/${id}/download-url`);
  return (await fetch(String(answer.body.download_url))).text();
}

describe("a new version", () => {
  test("goes on sale when it is published; until then the catalogue shows the current one", async () => {
    const id = await publishedListing(api, token);
    const opened = await open(id);
    expect(opened.status).toBe(201);
    expect(opened.body.next_version).toMatchObject({ full_data_path: null });

    const path = await attachFile(api, token, id, longerCsv);
    const making = await read(id);
    expect(making.body).toMatchObject({ status: "active", version: 1 });
    const next = making.body.next_version as Json;
    expect(next.full_data_path).toBe(path);
    expect(next.data_profile).not.toHaveProperty("auto_sample_status");
    expect((await publish(id)).body.errors).toMatchObject([{ code: "sample_job_running" }]);

    await endJob(api, path);
    expect((await read(id)).body.next_version).toMatchObject({
      data_profile: { auto_sample_status: "generated" },
      publish_blockers: [],
    });
    expect((await api.send("GET", `/datasets/${id}`)).body.version).toBe(1);
    expect(await download(id)).toBe(exampleCsv);

    const published = await publish(id);
    expect(published.body).toMatchObject({ status: "active", version: 2, next_version: null });
    expect(await download(id)).toBe(longerCsv);
    const detail = await eventually(async () => {
      const answer = await api.send("GET", `/datasets/${id}`);
      return answer.body.version === 2 ? answer : null;
    });
    expect(detail.body.byte_size).toBe(longerCsv.length);
    const versions = await api.send("GET", `/listings/${id}/versions`, { token });
    expect((versions.body.items as Json[]).map((item) => item.version)).toEqual([2, 1]);
  });

  test("takes a file and no other term", async () => {
    const id = await publishedListing(api, token);
    await open(id);
    const answer = await api.send("PATCH", `/listings/draft/${id}`, {
      token,
      body: { price_cents: 900 },
    });
    expect(answer.body.code).toBe("listing_not_draft");
    expect(answer.body.detail).toContain("price_cents");
  });

  test("is opened once, though eight ask at once", async () => {
    const id = await publishedListing(api, token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(id)));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(7).fill(409)]);
  });

  test("that is discarded ends its job, and the version on sale stays", async () => {
    const id = await publishedListing(api, token);
    await open(id);
    const path = await attachFile(api, token, id, longerCsv);
    const discarded = await api.send("DELETE", `/listings/${id}/versions/next`, { token });
    expect(discarded.body).toMatchObject({ version: 1, next_version: null });
    expect(endJob(api, path)).rejects.toThrow("dropped");
    expect(await download(id)).toBe(exampleCsv);
    expect((await open(id)).status).toBe(201);
  });

  test("goes with its listing when that is withdrawn", async () => {
    const id = await publishedListing(api, token);
    await open(id);
    const path = await attachFile(api, token, id, longerCsv);
    const withdrawn = await api.send("POST", `/listings/${id}/withdraw`, { token });
    expect(withdrawn.body).toMatchObject({ status: "withdrawn", next_version: null });
    expect(endJob(api, path)).rejects.toThrow("dropped");
  });

  test("that is replaced in the making supersedes the earlier file", async () => {
    const id = await publishedListing(api, token);
    await open(id);
    const earlier = await attachFile(api, token, id, longerCsv);
    const later = await attachFile(api, token, id, `${longerCsv}5.0,setosa\n`);
    expect(endJob(api, earlier)).rejects.toThrow("dropped");
    await endJob(api, later);
    expect((await publish(id)).body.version).toBe(2);
  });
});

describe("GET /listings/{id}?wait=", () => {
  test("answers as soon as the job has ended", async () => {
    const id = await createDraft(api, token);
    const path = await attachFile(api, token, id);
    let hasAnswered = false;
    const waiting = read(id, "?wait=30").finally(() => {
      hasAnswered = true;
    });
    // A change other than the job's end must not end the wait.
    await api.db.execute(sql`update listings set updated_at = now() where id = ${id}`);
    expect((await read(id)).body.data_profile).not.toHaveProperty("auto_sample_status");
    expect(hasAnswered).toBe(false);
    await endJob(api, path);
    const answer = await waiting;
    expect(answer.body.data_profile).toMatchObject({ auto_sample_status: "generated" });
  });

  test("answers at once where no job runs", async () => {
    const [id, other] = [await createDraft(api, token), await createDraft(api, token)];
    const path = await attachFile(api, token, other);
    let isOtherAnswered = false;
    const waiting = read(other, "?wait=30").finally(() => {
      isOtherAnswered = true;
    });
    expect((await read(id, "?wait=30")).status).toBe(200);
    expect(isOtherAnswered).toBe(false);
    await endJob(api, path);
    expect((await waiting).status).toBe(200);
  });

  test("answers after its seconds, with what there is", async () => {
    const id = await createDraft(api, token);
    await attachFile(api, token, id);
    const answer = await read(id, "?wait=1");
    expect(answer.status).toBe(200);
    expect(answer.body.data_profile).not.toHaveProperty("auto_sample_status");
  });

  test("shows the job's progress while it runs", async () => {
    const id = await createDraft(api, token);
    const path = await attachFile(api, token, id);
    const progress = { phase: "read", bytes_done: 10, bytes_total: 40 };
    await api.db.execute(sql`
      update uploads set progress = ${JSON.stringify(progress)}::jsonb where storage_path = ${path}`);
    expect((await read(id)).body.data_profile).toMatchObject({ progress });
    await endJob(api, path);
    expect((await read(id)).body.data_profile).not.toHaveProperty("progress");
  });

  test("longer than the limit is refused", async () => {
    const id = await createDraft(api, token);
    expect((await read(id, "?wait=31")).body.code).toBe("invalid_request");
  });
});
