/** A dataset can be queried as soon as it can be published: its Parquet copy is made with its profile. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatasetChildren } from "../../../workers/jobs/dataset-children.ts";
import type { DatasetRunner } from "../../../workers/jobs/dataset-runner.ts";
import { sellerAgent } from "../../support/agents.ts";
import { openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { attachFile, createDraft } from "../../support/listings.ts";
import { newBuyer, purchaseOf } from "../../support/market.ts";
import { eventually, freePort } from "../../support/stack.ts";
import { testSuite } from "../../support/workers.ts";
import { serveQueries } from "./query-world.ts";

setDefaultTimeout(180_000);

const suite = await testSuite({ QUERY_URL: `http://127.0.0.1:${await freePort()}` });
const api = await forFile(openTestApi(suite.env));
await forFile(serveQueries(api));
const tempDir = mkdtempSync(join(tmpdir(), "at-once-test-"));
afterAll(() => rmSync(tempDir, { recursive: true, force: true }));
const children = () => openDatasetChildren(suite.config, tempDir, 0);
const [seller, buyer] = [await sellerAgent(api), await newBuyer(api)];

const query = { columns: ["station", "mm"], order_by: [{ column: "mm" }] };
const ask = (id: string, token: string) =>
  api.send("POST", `/datasets/${id}/query`, { token, body: query });

/** From the draft to the publication, as an agent does it. */
async function publishAndBuy(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const id = await createDraft(api, seller.token, { price_cents: 1000 });
  await attachFile(api, seller.token, id, content);
  await eventually(
    async () => {
      const { body } = await api.send("GET", `/listings/${id}`, { token: seller.token });
      return (body.data_profile as { auto_sample_status?: string } | null)?.auto_sample_status;
    },
    { timeoutMs: 120_000 },
  );
  const published = await api.send("POST", `/listings/${id}/publish`, { token: seller.token });
  expect(published.status).toBe(200);
  await purchaseOf({ api, seller, buyer }, id);
  return id;
}

const rain = "station,mm\nLisbon,2.5\nPorto,1\n";

test.each([
  ["plain", rain],
  ["packed", Bun.gzipSync(rain)],
])(
  "seller and buyer query a %s file at once, without the role that makes copies later",
  async (_, content) => {
    const worker = await suite.work(["relay", "profile"], children());
    const id = await publishAndBuy(content);
    for (const token of [buyer.token, seller.token]) {
      const { status, body } = await ask(id, token);
      expect([status, body.rows]).toEqual([
        200,
        [
          ["Porto", 1],
          ["Lisbon", 2.5],
        ],
      ]);
    }
    await worker.stop();
  },
);

test("after a failure the profile stays, and the copy is made later", async () => {
  const real = children();
  const failing: DatasetRunner = {
    ...real,
    makeTwins: async () => {
      throw new Error("the child was killed");
    },
  };
  const profiling = await suite.work(["relay", "profile"], failing);
  const id = await publishAndBuy("station,mm\nFaro,3\n");
  await profiling.stop();
  expect((await ask(id, buyer.token)).body.code).toBe("queries_unavailable");
  await suite.work(["twin"], children());
  await eventually(async () => (await ask(id, buyer.token)).status === 200, { timeoutMs: 60_000 });
});
