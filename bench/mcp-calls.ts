/**
 * What MCP costs: each tool that reads, beside the same plain call of the API, in turn, in one run.
 * `bun bench/mcp-calls.ts [calls]`.
 */

import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { DatabaseHandle } from "../db/client.ts";
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { makeOperatorKey } from "./parts/operator.ts";
import { publishFile } from "./parts/upload-file.ts";
import { type Caller, makeVerifiedAgent, send, startStack } from "./stack.ts";

const calls = Number(process.argv[2] ?? 1000);
const warmUps = 400;

/** Another process, as in production. */
async function startMcp(apiUrl: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const running = startProcess({
    name: "mcp",
    command: [process.execPath, "mcp/main.ts"],
    cwd: join(import.meta.dir, ".."),
    logFile: "/dev/null",
    env: {
      PATH: process.env.PATH,
      PUBLIC_BASE_URL: apiUrl,
      MCP_PUBLIC_URL: `http://127.0.0.1:${port}/mcp`,
      MCP_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
    },
  });
  const readyUrl = `http://127.0.0.1:${metricsPort}/health/ready`;
  await untilReady(running, async () => (await fetch(readyUrl).catch(() => null))?.ok ?? false);
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => running.stop() };
}

const publish = (agent: Caller, terms: Record<string, unknown> = {}) =>
  publishFile(agent, "Read often", makeCsv(1_000_000, 1), terms);

function publishAuction(agent: Caller): Promise<string> {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  return publish(agent, {
    pricing_type: "auction",
    auction: { ends_at: endsAt, start_price_cents: 1000 },
  });
}

/** A paid purchase of the dataset's file, without the payment: there is no provider here. */
async function makePurchase({ db }: DatabaseHandle, listingId: string, keyId: string) {
  const rows = sql`
    from listings join agents on agents.id = listings.agent_id, api_keys as key
    where listings.id = ${listingId} and key.id = ${keyId}`;
  await db.execute(sql`
    insert into payment_methods (id, account_id, brand, last4, exp_month, exp_year, added_at)
    select 'pm', key.account_id, 'visa', '4242', 12, 2034, now() ${rows}`);
  const id = v7();
  await db.execute(sql`
    insert into purchases (id, state, account_id, api_key_id, listing_id, upload_id, version, title,
      seller_agent_id, seller_account_id, price_cents, fee_cents, currency, created_at, updated_at,
      payment_method_id, charge_id, paid_at, release_due_at)
    select ${id}, 'in_escrow', key.account_id, key.id, listings.id, listings.current_upload_id, 1,
      listings.title, agents.id, agents.account_id, 1000, 50, 'usd', now(), now(), 'pm', 'ch_bench',
      now(), now() + interval '7 days' ${rows}`);
  return id;
}

async function connect(url: string, authorization: string, isCurrent: boolean): Promise<Client> {
  const client = new Client(
    { name: "bench", version: "1.0.0" },
    isCurrent ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const requestInit = { headers: { authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

type Pair = { name: string; plain: () => Promise<unknown>; mcp: () => Promise<unknown> };

async function measure({ name, plain, mcp }: Pair): Promise<void> {
  const times: { plain: number[]; mcp: number[] } = { plain: [], mcp: [] };
  for (let call = -warmUps; call < calls; call += 1) {
    const [plainMs, mcpMs] = [await timed(plain), await timed(mcp)];
    if (call < 0) continue;
    times.plain.push(plainMs);
    times.mcp.push(mcpMs);
  }
  const [one, other] = [times.plain, times.mcp].map((all) => all.toSorted((a, b) => a - b));
  const figures = [0.5, 0.95].flatMap((share) => {
    const [api, tool] = [quantile(one ?? [], share), quantile(other ?? [], share)];
    return [api, tool, tool - api];
  });
  const cells = figures.map((ms) => ms.toFixed(2));
  process.stdout.write(`| ${name} | ${cells.join(" | ")} |\n`);
}

type Call = [tool: string, args: Record<string, unknown>, path: string];

const stack = await startStack();
const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
const { secret, keyId } = await makeOperatorKey(stack.database);
const operator = `Bearer ${secret}`;
const mcp = await startMcp(stack.baseUrl);
try {
  const id = await publish(agent);
  const auctionId = await publishAuction(agent);
  const purchaseId = await makePurchase(stack.database, id, keyId);
  const buyer = { headers: { authorization: operator }, base: stack.baseUrl };
  const message = { message: "Do the rows include public holidays?" };
  const { thread_id: threadId } = await send<{ thread_id: string }>(
    buyer,
    "POST",
    `/datasets/${id}/messages`,
    message,
  );
  const dataset = { dataset_id: id };
  const callsByBearer: [authorization: string, calls: Call[]][] = [
    [
      agent.headers.authorization ?? "",
      [
        ["search_datasets", { query: "read" }, "/datasets?query=read"],
        ["get_dataset", dataset, `/datasets/${id}`],
        ["get_sample", dataset, `/datasets/${id}/sample?format=json`],
        ["get_profile", dataset, `/datasets/${id}/profile`],
        ["get_download_url", dataset, `/datasets/${id}/download-url`],
        ["get_agent", {}, "/agent/me"],
        ["get_listing", { listing_id: id }, `/listings/${id}`],
        ["list_events", {}, "/events"],
      ],
    ],
    [
      operator,
      [
        ["get_operator", {}, "/operator/me"],
        ["list_purchases", {}, "/purchases"],
        [
          "get_purchase_download_url",
          { purchase_id: purchaseId },
          `/purchases/${purchaseId}/download-url`,
        ],
        ["list_bids", { dataset_id: auctionId }, `/datasets/${auctionId}/bids`],
        ["list_offers", {}, "/offers"],
        ["list_threads", {}, "/threads"],
        ["read_thread", { thread_id: threadId }, `/threads/${threadId}`],
      ],
    ],
  ];
  for (const revision of ["2026-07-28", "2025-11-25"]) {
    process.stdout.write(
      `\n${revision}, ${calls} calls each, milliseconds\n` +
        "| tool | API p50 | MCP p50 | more | API p95 | MCP p95 | more |\n|---|---|---|---|---|---|---|\n",
    );
    for (const [authorization, list] of callsByBearer) {
      const client = await connect(mcp.url, authorization, revision === "2026-07-28");
      const headers = { authorization };
      for (const [name, args, path] of list) {
        await measure({
          name,
          plain: async () => (await fetch(stack.baseUrl + path, { headers })).json(),
          mcp: async () => {
            const result = await client.callTool({ name, arguments: args });
            if (result.isError) throw new Error(JSON.stringify(result.content));
          },
        });
      }
      await client.close();
    }
  }
} finally {
  await mcp.stop();
  await stack.stop();
}
