/** "Did I buy this already?": purchases by dataset, version, bytes, state and time. */
import { expect, test } from "bun:test";
import { v7 } from "uuid";
import { buy, offer, testMoney } from "../../support/money.ts";

const money = await testMoney({ webhooks: false });
const { api, seller, buyer } = money;
const [first, second] = ["1".repeat(64), "2".repeat(64)];

async function bought(sha256: string): Promise<{ id: string; datasetId: string; at: string }> {
  const datasetId = await offer(api, seller, { sha256 });
  const { body } = await buy(api, buyer, datasetId, { body: { allow_duplicate: true } });
  return { id: String(body.id), datasetId, at: String(body.created_at) };
}

async function found(query: string): Promise<unknown[]> {
  const { body } = await api.send("GET", `/purchases?${query}`, { token: buyer.token });
  const items = body.items as { id: string }[];
  expect((body.pagination as { total: number }).total).toBe(items.length);
  return items.map(({ id }) => id);
}

test("are found by dataset, version, hash, state and since when, and by all at once", async () => {
  const one = await bought(first);
  const twin = await bought(first);
  const other = await bought(second);
  expect(await found(`dataset_id=${one.datasetId}`)).toEqual([one.id]);
  expect(await found(`dataset_id=${v7()}`)).toEqual([]);
  expect(await found(`dataset_id=${one.datasetId}&version=1`)).toEqual([one.id]);
  expect(await found(`dataset_id=${one.datasetId}&version=2`)).toEqual([]);
  expect(await found(`sha256=${first}`)).toEqual([twin.id, one.id]);
  expect(await found(`sha256=${"B".repeat(64)}`)).toEqual([]);
  expect(await found(`since=${other.at}`)).toEqual([other.id]);
  expect(await found(`sha256=${first}&since=${other.at}`)).toEqual([]);
  expect(await found(`dataset_id=${other.datasetId}&status=in_escrow`)).toEqual([other.id]);
  expect(await found(`dataset_id=${other.datasetId}&status=refunded`)).toEqual([]);
});

test("refuse an invalid id, hash, version or time, naming the parameter", async () => {
  for (const [name, value] of [
    ["dataset_id", "7"],
    ["sha256", "abc"],
    ["version", "0"],
    ["since", "yesterday"],
  ]) {
    const { status, text } = await api.send("GET", `/purchases?${name}=${value}`, {
      token: buyer.token,
    });
    expect([status, text.includes(`?${name}`)]).toEqual([400, true]);
  }
});
