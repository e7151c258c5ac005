/** Storage quotas: what counts towards the limits of an agent, an account and the deployment. */
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { agents, storageUsage, uploads } from "../../../db/schema/index.ts";
import { findSeller, sellerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { attachFile, createDraft, exampleCsv } from "../../support/listings.ts";

const api = await forFile(
  openTestApi({
    QUOTA_AGENT_BYTES_MAX: "1000",
    QUOTA_AGENT_FILES_MAX: "4",
    QUOTA_ACCOUNT_BYTES_MAX: "1500",
    QUOTA_ACCOUNT_FILES_MAX: "6",
    UPLOAD_BYTES_MAX: "900",
  }),
);

async function issue(token: string, body: Json) {
  const draftId = await createDraft(api, token);
  return api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
}

async function quotaOf(token: string) {
  const { body } = await api.send("GET", "/agent/me", { token });
  return body.quota as Record<string, unknown>;
}

/** A second agent in the first agent's account. */
async function siblingOf(accountId: string) {
  const sibling = await verifiedAgent(api);
  const { agentId } = await findSeller(api, sibling.email);
  await api.db.update(agents).set({ accountId }).where(sql`id = ${agentId}`);
  return sibling;
}

describe("a quota", () => {
  test("counts the URL's size until the file is attached, then its true size", async () => {
    const { token } = await verifiedAgent(api);
    expect((await issue(token, { byte_size: 700 })).status).toBe(200);
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 700, bytes_max: 1000, files_used: 1 });
    const refused = await issue(token, { byte_size: 301 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "quota_exceeded" });
    expect(refused.body.detail).toContain("1001");
    expect((await issue(token, {})).body.code).toBe("quota_exceeded");
    expect((await issue(token, { byte_size: 300 })).status).toBe(200);
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 1000, files_used: 2 });

    const other = await verifiedAgent(api);
    const draftId = await createDraft(api, other.token);
    await attachFile(api, other.token, draftId);
    const room = { bytes_used: exampleCsv.length, files_used: 1, files_max: 4 };
    expect(await quotaOf(other.token)).toMatchObject(room);
  });

  test("of files refuses one more, however small", async () => {
    const { token } = await verifiedAgent(api);
    for (let file = 0; file < 4; file += 1) {
      expect((await issue(token, { byte_size: 1 })).status).toBe(200);
    }
    const refused = await issue(token, { byte_size: 1 });
    expect(refused.body.code).toBe("quota_exceeded");
    expect(refused.body.detail).toContain("4 files");
    expect(await quotaOf(token)).toMatchObject({ files_used: 4, bytes_used: 4 });
  });

  test("takes as many of ten uploads at once as there is room for, of two agents of one account", async () => {
    const first = await sellerAgent(api);
    const second = await siblingOf(first.owner.accountId);
    const callers = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? first : second).token);
    const answers = await Promise.all(callers.map((token) => issue(token, { byte_size: 400 })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect((await quotaOf(first.token)).account).toEqual({
      bytes_used: 1200,
      bytes_max: 1500,
      files_used: 3,
      files_max: 6,
    });
  });

  test("is checked against the true size where a file is larger than its URL counted", async () => {
    const { token } = await verifiedAgent(api);
    const draftId = await createDraft(api, token);
    const path = `/listings/${draftId}/upload-urls`;
    const { body } = await api.send("POST", path, { token, body: { byte_size: 10 } });
    const { path: storagePath } = body.full as { path: string };
    await issue(token, { byte_size: 900 });
    // As on S3, where a URL without an announced size accepts any size.
    await api.ctx.storage.write(storagePath, new Uint8Array(101), "text/csv");
    const attach = { token, body: { full_data_path: storagePath } };
    const refused = await api.send("PATCH", `/listings/draft/${draftId}`, attach);
    expect(refused.body.code).toBe("quota_exceeded");
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 910 });
    await api.ctx.storage.write(storagePath, new Uint8Array(100), "text/csv");
    expect((await api.send("PATCH", `/listings/draft/${draftId}`, attach)).status).toBe(200);
    expect(await quotaOf(token)).toMatchObject({ bytes_used: 1000 });
  });

  test("equals the sum of the files afterwards, by agent, by account and in total", async () => {
    const held = api.db.select({ total: sql`sum(held_bytes)::int`, files: sql`count(*)::int` });
    const [all] = await held.from(uploads).where(sql`purged_at is null`);
    const sums = await api.db
      .select({
        scope: storageUsage.scope,
        total: sql`sum(bytes)::int`,
        files: sql`sum(files)::int`,
      })
      .from(storageUsage)
      .groupBy(storageUsage.scope);
    // The sibling moved to the account before it stored anything.
    for (const sum of sums) expect(sum).toMatchObject({ ...all });
    expect(sums).toHaveLength(3);
  });
});

test("the deployment's quota refuses the last caller", async () => {
  const sizes = { UPLOAD_BYTES_MAX: "900", QUOTA_DEPLOYMENT_BYTES_MAX: "1000" };
  const small = await forFile(openTestApi(sizes));
  const issueThere = async (byteSize: number) => {
    const { token } = await verifiedAgent(small);
    const draftId = await createDraft(small, token);
    const body = { byte_size: byteSize };
    return small.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
  };
  expect((await issueThere(900)).status).toBe(200);
  const refused = await issueThere(101);
  expect(refused.body.code).toBe("quota_exceeded");
  expect(refused.body.detail).toContain("The marketplace");
  expect((await issueThere(100)).status).toBe(200);
});
