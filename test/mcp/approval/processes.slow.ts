/** Approvals when the asking process dies, and with a local client of the older generation. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { purchasesOf, readWaiting } from "../../market/purchase/waiting/support.ts";
import { testMoney } from "../../support/money.ts";
import { createTestDir, freePort } from "../../support/stack.ts";
import { approve, idIn, newWish, openModern } from "./support.ts";

setDefaultTimeout(60_000);

const rootDir = join(import.meta.dir, "../../..");
const money = await testMoney({ webhooks: false });
const apiUrl = money.api.config.PUBLIC_BASE_URL;

async function startMcp(port: number) {
  const metricsPort = await freePort();
  const running = startProcess({
    name: "mcp",
    command: [process.execPath, "mcp/main.ts"],
    cwd: rootDir,
    logFile: join(createTestDir(), "mcp.log"),
    env: {
      PATH: process.env.PATH ?? "",
      PUBLIC_BASE_URL: apiUrl,
      MCP_PUBLIC_URL: `http://localhost:${port}/mcp`,
      MCP_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOST: "127.0.0.1",
    },
  });
  await untilReady(running, async () => {
    const ready = `http://127.0.0.1:${metricsPort}/health/ready`;
    return (await fetch(ready).catch(() => null))?.ok === true;
  });
  return running;
}

test("a process that is killed while it asks is followed by another one; it buys once", async () => {
  const { buyer, datasetId, call } = await newWish(money);
  const port = await freePort();
  const running = [await startMcp(port)];
  const url = `http://localhost:${port}/mcp`;
  const { client, asked } = await openModern(url, buyer.token, async (id) => {
    const [first] = running;
    process.kill(-(first?.pid ?? 0), "SIGKILL");
    await first?.exited;
    running.push(await startMcp(port));
    return approve(money, buyer, id);
  });
  const bought = await client.callTool(call);
  expect(bought.structuredContent).toMatchObject({ status: "in_escrow", dataset_id: datasetId });
  expect(asked).toHaveLength(1);
  expect(await purchasesOf(money, datasetId)).toHaveLength(1);
  await client.close();
  await running[1]?.stop();
});

test("a process killed while waiting loses only the call: the next one returns that purchase", async () => {
  const { buyer, datasetId, call } = await newWish(money);
  const port = await freePort();
  const first = await startMcp(port);
  const opened = Promise.withResolvers<string>();
  const { client } = await openModern(`http://localhost:${port}/mcp`, buyer.token, (id) => {
    opened.resolve(id);
    return "accept";
  });
  const lost = client.callTool(call).catch((error: unknown) => error);
  const id = await opened.promise;
  process.kill(-first.pid, "SIGKILL");
  expect(await lost).toBeInstanceOf(Error);
  await first.exited;
  await approve(money, buyer, id);
  const second = await startMcp(port);
  const bought = await client.callTool(call);
  expect(bought.structuredContent).toMatchObject({ status: "in_escrow", dataset_id: datasetId });
  expect(await purchasesOf(money, datasetId)).toHaveLength(1);
  await client.close();
  await second.stop();
});

test("a local client of 2025 is asked over its own connection", async () => {
  const { buyer, datasetId, call } = await newWish(money);
  const client = new OlderClient(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: { url: {} } } },
  );
  const says = ["decline", "accept"] as const;
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    const id = idIn("url" in params ? params.url : "");
    const action = says[asked.length] ?? "cancel";
    asked.push(id);
    if (action === "accept") await approve(money, buyer, id);
    return { action };
  });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(rootDir, "mcp/main.ts"), "stdio"],
      env: { PUBLIC_BASE_URL: apiUrl, MCP_TOKEN: buyer.token },
    }),
  );
  const declined = await client.callTool(call);
  expect(declined.structuredContent).toMatchObject({ status: "cancelled" });
  expect((await readWaiting(money, asked[0] ?? "")).state).toBe("cancelled");
  const bought = await client.callTool(call);
  expect(bought.structuredContent).toMatchObject({ status: "in_escrow", dataset_id: datasetId });
  expect(await purchasesOf(money, datasetId)).toHaveLength(1);
  await client.close();
});
