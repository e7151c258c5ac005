/** Shared by the tests of approvals: clients that show pages, and purchases that need approval. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { newAskingBuyer } from "../../market/purchase/waiting/support.ts";
import { type Money, type MoneyBuyer, offer, runClock } from "../../support/money.ts";

type Asked = { mode?: string; url?: string; message?: string };
type Action = "accept" | "decline" | "cancel";
/** The person's reaction to the page; the id is the waiting purchase's. */
export type Person = (waitingId: string) => Promise<Action> | Action;

export const idIn = (url = "") => url.split("/").at(-1) ?? "";
const transportTo = (url: string, token: string) => ({
  url: new URL(url),
  options: { requestInit: { headers: { authorization: `Bearer ${token}` } } },
});

/** A client of the current revision; `asked` records what its person was shown. */
export async function openModern(url: string, token: string, person: Person) {
  const asked: Asked[] = [];
  const client = new ModernClient(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { url: {} } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const shown = params as Asked;
    asked.push(shown);
    return { action: await person(idIn(shown.url)) };
  });
  const to = transportTo(url, token);
  await client.connect(new StreamableHTTPClientTransport(to.url, to.options));
  await client.listTools();
  return { client, asked };
}

export async function openOlder(
  url: string,
  token: string,
  capabilities: object = { elicitation: { url: {} } },
) {
  const client = new OlderClient({ name: "test", version: "1.0.0" }, { capabilities });
  const to = transportTo(url, token);
  await client.connect(new OlderTransport(to.url, to.options));
  await client.listTools();
  return client;
}

/** A dataset above a new buyer's limit, and the call that buys it. */
export async function newWish(money: Money) {
  const buyer = await newAskingBuyer(money);
  const datasetId = await offer(money.api, money.seller, { priceCents: 1000 });
  const call = {
    name: "buy_now",
    arguments: { dataset_id: datasetId, payment_method_id: buyer.cardId },
  };
  return { buyer, datasetId, call };
}

export async function approve({ api }: Money, { owner }: MoneyBuyer, waitingId: string) {
  await approveWaitingPurchase(api.ctx, owner, waitingId);
  await runClock(api);
  return "accept" as const;
}
