/**
 * Purchases that need the owner's approval, with elicitation in clients of both generations and in
 * dishonest ones.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import { approveWaitingBundle } from "../../../market/bundle/approve-waiting-bundle.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { refuseWaitingPurchase } from "../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { writeBundle } from "../../market/bundle/support.ts";
import { settleAll } from "../../market/purchase/purse/support.ts";
import {
  newAskingBuyer,
  purchasesOf,
  readWaiting,
  tracesOf,
} from "../../market/purchase/waiting/support.ts";
import { buy, offer, testMoney } from "../../support/money.ts";
import { connectModern, testMcp } from "../support.ts";
import { approve, idIn, newWish, openModern, openOlder, type Person } from "./support.ts";

setDefaultTimeout(40_000);

const money = await testMoney({ webhooks: false });
const { api, seller } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

type Result = { isError?: unknown; structuredContent?: unknown; content?: unknown };
const textOf = ({ content }: Result) => JSON.stringify(content);

/** A message as a client of 2026-07-28 writes it, without an SDK that enforces the protocol. */
async function sendRaw(token: string, params: Record<string, unknown>, elicitation?: object) {
  const capabilities = elicitation === undefined ? {} : { elicitation };
  const answer = await fetch(mcp.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "buy_now",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
      },
    }),
  });
  return (await answer.json()) as {
    result?: Result & { resultType?: string; requestState?: string };
    error?: { code: number; data?: unknown };
  };
}

describe("a client of the current revision that shows pages", () => {
  test("asks its person, and answers with the purchase that they have approved", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const { client, asked } = await openModern(mcp.url, buyer.token, (id) =>
      approve(money, buyer, id),
    );
    const bought = await client.callTool(call);
    expect(bought.structuredContent).toMatchObject({ status: "in_escrow", dataset_id: datasetId });
    const [purchase] = await purchasesOf(money, datasetId);
    expect(bought.structuredContent).toMatchObject({ id: String(purchase?.id) });
    expect(asked).toEqual([
      {
        mode: "url",
        url: expect.stringMatching(/\/account\/waiting\/[0-9a-f-]{36}$/),
        message: expect.stringContaining("$10.00"),
      },
    ]);

    const again = await client.callTool(call);
    expect(again.structuredContent).toEqual(bought.structuredContent);
    expect(await purchasesOf(money, datasetId)).toHaveLength(1);
    expect(asked).toHaveLength(1);
    await client.close();
  });

  test("asks once for a whole bundle, and answers with its purchases", async () => {
    const buyer = await newAskingBuyer(money);
    const datasets = [await offer(api, seller), await offer(api, seller)];
    const { agentId } = seller;
    const bundle_id = await writeBundle(api, { agentId, priceCents: 1500, datasets });
    const { client, asked } = await openModern(mcp.url, buyer.token, async (id) => {
      await approveWaitingBundle(api.ctx, buyer.owner, id);
      await settleAll(money);
      return "accept" as const;
    });
    const call = { name: "buy_now", arguments: { bundle_id, payment_method_id: buyer.cardId } };
    const bought = await client.callTool(call);
    expect(bought.structuredContent).toMatchObject({ status: "paid", price_cents: 1500 });
    const { purchases = [] } = bought.structuredContent as { purchases?: { dataset_id: string }[] };
    expect(purchases.map((one) => one.dataset_id).toSorted()).toEqual(datasets.toSorted());
    expect(asked).toHaveLength(1);
    const again = await client.callTool(call);
    expect(again.structuredContent).toEqual(bought.structuredContent);
    await client.close();
  });

  test("waits for a person who answers only after opening the page", async () => {
    const { buyer, call } = await newWish(money);
    const late = Promise.withResolvers<unknown>();
    const { client, asked } = await openModern(mcp.url, buyer.token, (id) => {
      setTimeout(() => approve(money, buyer, id).then(late.resolve, late.reject), 2500);
      return "accept";
    });
    const bought = await client.callTool(call);
    await late.promise;
    expect(bought.structuredContent).toMatchObject({ status: "in_escrow" });
    expect(asked).toHaveLength(1);
    await client.close();
  });

  test("takes the question back when its person declines, so that no mail can buy it", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const { client, asked } = await openModern(mcp.url, buyer.token, () => "decline");
    const result = await client.callTool(call);
    expect(result.structuredContent).toMatchObject({ status: "cancelled" });
    expect(textOf(result)).toContain("NOTHING WAS BOUGHT OR CHARGED");
    const id = idIn(asked[0]?.url);
    expect((await readWaiting(money, id)).state).toBe("cancelled");
    await expect(approveWaitingPurchase(api.ctx, buyer.owner, id)).rejects.toThrow();
    expect(await purchasesOf(money, datasetId)).toEqual([]);
    await client.close();
  });

  test("says that it still waits when its person closes the question", async () => {
    const { buyer, call } = await newWish(money);
    const { client, asked } = await openModern(mcp.url, buyer.token, () => "cancel");
    const result = await client.callTool(call);
    expect(result.structuredContent).toMatchObject({ status: "waiting" });
    expect(textOf(result)).toContain("NOTHING IS BOUGHT OR CHARGED YET");
    expect((await readWaiting(money, idIn(asked[0]?.url))).state).toBe("waiting");
    await client.close();
  });

  test("hears of a refusal on the page, of a decline that came too late, and of one that expired", async () => {
    const refused = await newWish(money);
    const no = await openModern(mcp.url, refused.buyer.token, async (id) => {
      await refuseWaitingPurchase(api.ctx, refused.buyer.owner, id);
      return "accept" as const;
    });
    const answer = await no.client.callTool(refused.call);
    expect(answer.structuredContent).toMatchObject({ status: "refused" });
    expect(textOf(answer)).toContain("Do not ask for it again unless they say so");

    const crossed = await newWish(money);
    const late = await openModern(mcp.url, crossed.buyer.token, async (id) => {
      await approve(money, crossed.buyer, id);
      return "decline" as const;
    });
    const bought = await late.client.callTool(crossed.call);
    expect(bought.structuredContent).toMatchObject({ status: "in_escrow" });

    const slow = await newWish(money);
    const day = 24 * 60 * 60 * 1000;
    const over = await openModern(mcp.url, slow.buyer.token, () => {
      api.clock.skewMs = day + 1000;
      return "accept";
    });
    const expired = await over.client.callTool(slow.call);
    api.clock.skewMs = 0;
    expect(expired.structuredContent).toMatchObject({ status: "expired" });
    await Promise.all([no.client.close(), late.client.close(), over.client.close()]);
  });

  test("asks once for two calls at once, and both answer with the one purchase", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const approving = Promise.withResolvers<void>();
    const person: Person = async (id) => {
      await approve(money, buyer, id).catch(() => {});
      approving.resolve();
      return "accept" as const;
    };
    const clients = await Promise.all([1, 2].map(() => openModern(mcp.url, buyer.token, person)));
    const results = await Promise.all(clients.map(({ client }) => client.callTool(call)));
    await approving.promise;
    const ids = results.map(({ structuredContent }) => (structuredContent as { id: string }).id);
    const [purchase, ...others] = await purchasesOf(money, datasetId);
    expect(others).toEqual([]);
    expect(ids).toEqual([purchase?.id as string, purchase?.id as string]);
    const urls = new Set(clients.flatMap(({ asked }) => asked.map(({ url }) => url)));
    expect(urls.size).toBe(1);
    expect(await tracesOf(money, idIn([...urls][0]))).toMatchObject({ mails: 1 });
    await Promise.all(clients.map(({ client }) => client.close()));
  });
});

describe("a client of 2025-11-25 that shows pages", () => {
  test("gets an error with the page where its person decides; the retry returns that purchase", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const client = await openOlder(mcp.url, buyer.token);
    const asked = await client.callTool(call).catch((error: unknown) => error);
    expect(asked).toBeInstanceOf(UrlElicitationRequiredError);
    const [elicitation] = (asked as UrlElicitationRequiredError).elicitations;
    const id = elicitation?.elicitationId ?? "";
    expect(elicitation).toMatchObject({ mode: "url" });
    expect(idIn(elicitation?.url)).toBe(id);

    const early = await client.callTool(call).catch((error: unknown) => error);
    expect((early as UrlElicitationRequiredError).elicitations[0]?.elicitationId).toBe(id);

    await approve(money, buyer, id);
    const bought = await client.callTool(call);
    expect(bought.structuredContent).toMatchObject({ status: "in_escrow", dataset_id: datasetId });
    const again = await client.callTool(call);
    expect(again.structuredContent).toEqual(bought.structuredContent);
    expect(await purchasesOf(money, datasetId)).toHaveLength(1);
    await client.close();
  });

  test("hears by its retry that the owner refused, and nobody is mailed again", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const client = await openOlder(mcp.url, buyer.token);
    const asked = await client.callTool(call).catch((error: unknown) => error);
    const id = (asked as UrlElicitationRequiredError).elicitations[0]?.elicitationId ?? "";
    await refuseWaitingPurchase(api.ctx, buyer.owner, id);
    const refused = await client.callTool(call);
    expect(refused.structuredContent).toMatchObject({ id, status: "refused" });
    expect(await purchasesOf(money, datasetId)).toEqual([]);
    await client.close();
  });
});

describe("a client that shows no pages", () => {
  test("gets the answer that waits, and by a repeat after the approval that purchase", async () => {
    for (const open of [
      (token: string) => connectModern(mcp.url, token),
      (token: string) => openOlder(mcp.url, token, { elicitation: {} }),
    ]) {
      const { buyer, datasetId, call } = await newWish(money);
      const client = await open(buyer.token);
      const waiting = (await client.callTool(call)) as Result;
      expect(waiting.structuredContent).toMatchObject({ status: "waiting" });
      await approve(money, buyer, (waiting.structuredContent as { id: string }).id);
      const bought = (await client.callTool(call)) as Result;
      expect(bought.structuredContent).toMatchObject({ status: "in_escrow" });
      expect(await purchasesOf(money, datasetId)).toHaveLength(1);
      await client.close();
    }
  });

  test("is still refused if the account bought the file another way, despite an approval", async () => {
    const buyer = await newAskingBuyer(money);
    const datasetId = await offer(api, seller, { priceCents: 400 });
    await buy(api, buyer, datasetId);
    const client = await connectModern(mcp.url, buyer.token);
    const args = { dataset_id: datasetId, payment_method_id: buyer.cardId };
    const refused = await client.callTool({ name: "buy_now", arguments: args });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining("already_purchased"),
    ]);
    await client.close();
  });
});

describe("a client that lies", () => {
  test("that its person accepted buys nothing", async () => {
    const { buyer, datasetId, call } = await newWish(money);
    const first = await sendRaw(buyer.token, call, { url: {} });
    expect(first.result?.resultType).toBe("input_required");
    const { requestState = "" } = first.result ?? {};
    const answers = { approval: { action: "accept", content: { approved: true, ok: true } } };
    const lied = await sendRaw(
      buyer.token,
      { ...call, requestState: requestState.replace(/\d+$/, "6"), inputResponses: answers },
      { url: {} },
    );
    expect(lied.result?.structuredContent).toMatchObject({ status: "waiting" });
    expect(await purchasesOf(money, datasetId)).toEqual([]);
  });

  test("about the state is refused: another's, another dataset's, or none of ours", async () => {
    const [own, foreign] = [await newWish(money), await newWish(money)];
    const asked = await sendRaw(foreign.buyer.token, foreign.call, { url: {} });
    const theirs = asked.result?.requestState;
    const stolen = await sendRaw(own.buyer.token, { ...own.call, requestState: theirs });
    expect(textOf(stolen.result ?? {})).toContain("waiting_purchase_not_found");

    const mine = await sendRaw(own.buyer.token, own.call, { url: {} });
    const other = {
      ...own.call,
      arguments: { ...own.call.arguments, dataset_id: foreign.datasetId },
    };
    const moved = await sendRaw(own.buyer.token, {
      ...other,
      requestState: mine.result?.requestState,
    });
    expect(textOf(moved.result ?? {})).toContain("is of another purchase");

    for (const requestState of ["1", `${"a".repeat(36)}.1;x`, "../../../accounts.1", 7]) {
      const made = await sendRaw(own.buyer.token, { ...own.call, requestState });
      expect(made.error?.code).toBe(-32_602);
    }
    expect(await purchasesOf(money, own.datasetId)).toEqual([]);
  });

  test("about its capabilities is asked again by the next call, at the same page", async () => {
    const { buyer, call } = await newWish(money);
    const first = await sendRaw(buyer.token, call, { url: {} });
    const state = first.result?.requestState;
    const silent = await sendRaw(buyer.token, { ...call, requestState: state }, { url: {} });
    expect(silent.result).toMatchObject({ resultType: "input_required", requestState: state });
    const withdrawn = await sendRaw(buyer.token, { ...call, requestState: state });
    expect(withdrawn.result?.structuredContent).toMatchObject({ status: "waiting" });
    const form = await sendRaw(buyer.token, call, { form: {} });
    expect(form.result?.structuredContent).toMatchObject({ status: "waiting" });
  });
});
