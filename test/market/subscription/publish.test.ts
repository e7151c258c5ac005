/** Subscribers get what `POST /listings/{id}/publish` and `PATCH /listings/{id}` change. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { agentTokenOf } from "../../support/agents.ts";
import { paidListing, publishVersion } from "../../support/market.ts";
import { newPayingBuyer, readRow, testMoney } from "../../support/money.ts";
import { at, eventsOf, mailsOf, monthly, runAll, subscribe, subscriptionRow } from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const agent = { token: await agentTokenOf(api, seller.agentId) };
afterEach(() => {
  api.clock.skewMs = 0;
});

test("a published version is delivered to its subscribers", async () => {
  const buyer = await newPayingBuyer(api, provider);
  const datasetId = await paidListing({ api, seller: agent });
  const offered = await api.send("PATCH", `/listings/${datasetId}`, {
    token: agent.token,
    body: { plans: [monthly] },
  });
  expect(offered.status).toBe(200);
  const bought = await subscribe(api, buyer, datasetId);
  expect(bought.status).toBe(201);
  const { id } = bought.body.subscription as { id: string };
  await runAll(api);
  expect((await readRow(api, String(bought.body.id))).deliveredVersion).toBeNull();

  await publishVersion({ api, seller: agent }, datasetId, "n\n1\n2\n");
  await runAll(api);
  expect((await readRow(api, String(bought.body.id))).deliveredVersion).toBe(2);
  expect(await eventsOf(api, id, buyer.owner.accountId)).toEqual([
    "subscription.started",
    "subscription.updated",
  ]);
  expect(await mailsOf(api, id)).toEqual(["updated"]);
  const download = `/purchases/${bought.body.id}/download-url?version=2`;
  expect((await api.send("GET", download, { token: buyer.token })).status).toBe(200);

  const dropped = { token: agent.token, body: { plans: [] } };
  expect((await api.send("PATCH", `/listings/${datasetId}`, dropped)).status).toBe(200);
  await runAll(api);
  const { periodEndsAt } = await subscriptionRow(api, id);
  await at(api, periodEndsAt);
  expect(await subscriptionRow(api, id)).toMatchObject({ state: "ended", endCause: "plan_ended" });
});
