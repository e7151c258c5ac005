/**
 * The cost of MCP: compares each read tool with the same plain API call, in turn, in one run. Calls
 * go through the SDK's client, and as the same message through plain `fetch`, which leaves only the
 * server's own cost. `bun bench/mcp-calls.ts [calls]`
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
import { quantileOf } from "./parts/quantile.ts";
import { publishFile } from "./parts/upload-file.ts";
import { startProcessorMs } from "./processor-time.ts";
import { type Caller, makeVerifiedAgent, send, startStack } from "./stack.ts";

const calls = Number(process.argv[2] ?? 1000);
const warmUps = 400;

/** Runs in a separate process, as in production. */
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
  const { pid } = running;
  return { url: `http://127.0.0.1:${port}/mcp`, pid, stop: () => running.stop() };
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

/** A paid purchase of the dataset's file without a payment, because no provider runs here. */
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

/** A client and the last message that it sent, for sending again without the client. */
async function connect(url: string, authorization: string, isCurrent: boolean) {
  const client = new Client(
    { name: "bench", version: "1.0.0" },
    isCurrent ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const requestInit = { headers: { authorization } };
  let sent: RequestInit | undefined;
  const record = (to: string | URL, init?: RequestInit) => {
    sent = init;
    return fetch(to, init);
  };
  const options = { requestInit, fetch: record };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  const repeat = async () => {
    const { headers, body } = sent ?? {};
    const answer = await fetch(url, {
      method: "POST",
      ...(headers && { headers }),
      ...(body && { body }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  return { client, repeat };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

type Ways = Record<"plain" | "mcp" | "message", () => Promise<unknown>>;

async function measure(name: string, pid: number, { plain, mcp, message }: Ways): Promise<void> {
  const times: Record<keyof Ways, number[]> = { plain: [], mcp: [], message: [] };
  let spentMs = () => 0;
  for (let call = -warmUps; call < calls; call += 1) {
    if (call === 0) spentMs = startProcessorMs([pid]);
    const taken = {
      plain: await timed(plain),
      mcp: await timed(mcp),
      message: await timed(message),
    };
    if (call < 0) continue;
    for (const way of ["plain", "mcp", "message"] as const) times[way].push(taken[way]);
  }
  // Each turn calls the process twice, once in each way.
  const processor = spentMs() / (2 * calls);
  const figures = [0.5, 0.95].flatMap((share) => {
    const at = (way: keyof Ways) => {
      const sorted = times[way].toSorted((a, b) => a - b);
      return quantileOf(sorted, share);
    };
    const [api, tool, bare] = [at("plain"), at("mcp"), at("message")];
    return [api, tool, tool - api, bare - api];
  });
  const cells = [...figures, processor].map((ms) => ms.toFixed(2));
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
        "| tool | API p50 | MCP p50 | more | without the client | API p95 | MCP p95 | more | without | MCP's processor |\n" +
        "|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (const [authorization, list] of callsByBearer) {
      const { client, repeat } = await connect(mcp.url, authorization, revision === "2026-07-28");
      const headers = { authorization };
      for (const [name, args, path] of list) {
        await measure(name, mcp.pid, {
          message: repeat,
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
