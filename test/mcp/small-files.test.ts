/** Small files of free and bought datasets, for agents that cannot open an address. */

import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Client } from "@modelcontextprotocol/client";
import { EMBEDDED_BYTES_MAX } from "../../market/catalogue/limits.ts";
import { sha256MetaKey } from "../../mcp/embedded-file.ts";
import { verifiedAgent } from "../support/agents.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "../support/listings.ts";
import { buy, newPayingBuyer, offer, testMoney } from "../support/money.ts";
import { connectModern, testMcp } from "./support.ts";

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const anyone = await connectModern(mcp.url);
const { token } = await verifiedAgent(api);

type Contents = { uri: string; mimeType: string; text?: string; _meta: Record<string, unknown> };
type Block = { type: string; text?: string; uri?: string; resource?: Contents };

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

async function call(client: Client, name: string, args: object) {
  const { content, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  const blocks = content as Block[];
  return { blocks, text: blocks[0]?.text ?? "", data: structuredContent as object };
}

async function freeDataset(content: string): Promise<string> {
  const id = await createDraft(api, token, { title: "Small file" });
  await endJob(api, await attachFile(api, token, id, content));
  const answer = await api.send("POST", `/listings/${id}/publish`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}

test("a free file comes embedded if asked for, and as a resource, with its hash", async () => {
  const id = await freeDataset(exampleCsv);
  const uri = `dataset://${id}/file`;
  const { blocks, data } = await call(anyone, "get_download_url", { dataset_id: id, embed: true });
  const file = { uri, text: exampleCsv, _meta: { [sha256MetaKey]: sha256Of(exampleCsv) } };
  expect(blocks.at(-1)).toMatchObject({ type: "resource", resource: file });
  expect(JSON.stringify(data)).not.toContain("setosa");
  const { contents } = await anyone.readResource({ uri });
  expect(contents).toMatchObject([file]);
  const plain = await call(anyone, "get_download_url", { dataset_id: id });
  expect(plain.blocks).toHaveLength(1);
});

test("a bought file comes embedded to its buyer, whose bytes have the sold hash", async () => {
  const content = "price\n1.5\n";
  const datasetId = await offer(api, seller, { sha256: sha256Of(content) });
  const buyer = await newPayingBuyer(api, provider);
  const { body } = await buy(api, buyer, datasetId);
  const client = await connectModern(mcp.url, buyer.token);
  const args = { purchase_id: body.id, embed: true };
  const { blocks, text } = await call(client, "get_purchase_download_url", args);
  expect(text).toContain("its bytes have this hash");
  const uri = `purchase://${body.id}/file`;
  const file = { uri, text: content, _meta: { [sha256MetaKey]: sha256Of(content) } };
  expect(blocks.at(-1)?.resource).toMatchObject(file);
  expect((await client.readResource({ uri })).contents).toMatchObject([file]);
  await expect(anyone.readResource({ uri })).rejects.toThrow();
  await client.close();
});

test("a larger file comes as a link", async () => {
  const id = await freeDataset(`word\n${"x\n".repeat(EMBEDDED_BYTES_MAX / 2)}`);
  const { blocks, text } = await call(anyone, "get_download_url", { dataset_id: id, embed: true });
  expect(text).toContain("too large to embed");
  expect(blocks.at(-1)).toMatchObject({ type: "resource_link", name: "file" });
  expect(text).toContain(blocks.at(-1)?.uri ?? "no link");
  const reading = anyone.readResource({ uri: `dataset://${id}/file` });
  await expect(reading).rejects.toThrow("get_download_url");
});

test("bytes that are no text come as base64, the same to the last", async () => {
  const id = await freeDataset("a,b\n1,\u0000\n");
  const { contents } = await anyone.readResource({ uri: `dataset://${id}/file` });
  const [file] = contents as { blob?: string }[];
  expect(Buffer.from(file?.blob ?? "", "base64").toString()).toBe("a,b\n1,\u0000\n");
});
