/** Both sides' agents read by tools why a contract passed or failed. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { freePort } from "../../dev/parts/ports.ts";
import { evaluateDueAcceptances } from "../../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../../platform/query/open-queries.ts";
import { agentTokenOf } from "../support/agents.ts";
import { forFile } from "../support/for-file.ts";
import { newPayingBuyer, offer, openMoney } from "../support/money.ts";
import { newSeller } from "../support/operators.ts";
import { giveTwin, irisParquet, serveQueries } from "../workers/query/query-world.ts";
import { connectModern, testMcp } from "./support.ts";

setDefaultTimeout(60_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await openMoney({ env: { QUERY_URL } });
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider, seller } = money;
await forFile(serveQueries(api, { children: 1 }));
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

test("seller and buyer see the same verdict, and only the sale's own agent sees the seller's", async () => {
  const buyer = await newPayingBuyer(api, provider);
  const dataset_id = await offer(api, seller);
  await giveTwin(api, dataset_id, await irisParquet());
  const [buying, selling, other] = await Promise.all([
    connectModern(mcp.url, buyer.token),
    connectModern(mcp.url, await agentTokenOf(api, seller.agentId)),
    connectModern(mcp.url, await agentTokenOf(api, (await newSeller(api)).agentId)),
  ]);
  const call = async (client: typeof buying, name: string, args: object) => {
    const reply = await client.callTool({ name, arguments: { ...args } });
    const text = JSON.stringify(reply.content);
    return { text, data: reply.structuredContent as Record<string, unknown> | undefined };
  };
  const bought = await call(buying, "buy_now", {
    ...{ dataset_id, payment_method_id: buyer.cardId },
    acceptance: { schema: [{ quality: [{ metric: "rowCount", mustBe: 201 }] }] },
  });
  const id = String(bought.data?.id);
  await evaluateDueAcceptances(api.ctx, openQueries(api.config), { rowsMax: 10 });

  const { data: mine } = await call(buying, "list_purchases", { purchase_id: id });
  const sales = await call(selling, "get_earnings", { show: "sales" });
  expect(sales.text).toContain(`with sale_id ${id} its contract's verdict`);
  const { data: theirs, text } = await call(selling, "get_earnings", { sale_id: id });
  const query = "SELECT count(*) AS figure FROM dataset";
  const verdict = { status: "failed", results: [{ figure: 200, passed: false, query }] };
  expect([mine?.acceptance, theirs?.acceptance]).toMatchObject([verdict, verdict]);
  expect(text).toContain("rowCount: 200, mustBe 201: failed");
  const refused = await call(other, "get_earnings", { sale_id: id });
  expect(refused.text).toContain("purchase_not_found");
  const { text: found } = await call(selling, "find_tools", {
    need: "why did my sale fail its acceptance contract",
  });
  expect(found).toContain("get_earnings");
  await Promise.all([buying.close(), selling.close(), other.close()]);
});
