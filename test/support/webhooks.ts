import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { Database } from "../../db/client.ts";
import type { DeliveredTry } from "../../db/queries/events/webhook-deliveries.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/index.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { Context } from "../../market/context.ts";
import { emitEvent } from "../../market/event/emit-event.ts";
import {
  claimDeliveries,
  type Delivering,
  deliverEvent,
} from "../../market/webhook/deliver-event.ts";
import { fanOutEvents } from "../../market/webhook/fan-out-events.ts";
import { recordDeliveries } from "../../market/webhook/record-deliveries.ts";
import type { WebhookSender } from "../../platform/webhooks/port.ts";
import { openWebhookSender } from "../../platform/webhooks/sender.ts";
import { openBatches } from "../../workers/batches.ts";
import type { TestApi } from "./api.ts";
import { newBuyer } from "./market.ts";

type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; subject: { kind: string; id: string } };
};

export type Behaviour = (received: Received, response: ServerResponse) => void;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Answers 204 until `behave` says otherwise. */
export async function startReceiver() {
  const received: Received[] = [];
  let behaviour: Behaviour = (_received, response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks).toString();
    const { headers, url = "" } = request;
    const one: Received = { path: url, headers, body, event: JSON.parse(body) };
    received.push(one);
    behaviour(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(next: Behaviour) {
      behaviour = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const answering =
  (status: number, text = ""): Behaviour =>
  (_received, response) =>
    response.writeHead(status, { location: "http://127.0.0.1:9/" }).end(text);

export type Subscriber = {
  token: string;
  principal: Principal;
  apiKeyId: string;
  accountId: string;
  webhookId: string;
  secret: string;
};

/** A new operator whose events go to the receiver. */
export async function subscribe(
  api: TestApi,
  receiver: Receiver,
  fields: Record<string, unknown> = {},
): Promise<Subscriber> {
  const { token, owner, operator } = await newBuyer(api);
  const body = { url: `${receiver.url}/${owner.accountId}`, ...fields };
  const answer = await api.send("POST", "/webhooks", { token, body });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.text}`);
  return {
    token,
    principal: { kind: "account", id: owner.accountId },
    apiKeyId: operator.apiKeyId,
    accountId: owner.accountId,
    webhookId: String(answer.body.id),
    secret: String(answer.body.secret),
  };
}

/** Emits a message event to a principal, in a new thread unless one is named. */
export async function tell(db: Database, to: Principal, threadId = v7()): Promise<string> {
  const [id] = await emitEvent(
    db,
    {
      type: "message.received",
      subjectId: threadId,
      to: [to],
      data: { thread_id: threadId, message_id: v7(), dataset_id: v7(), from: "seller" },
    },
    new Date(),
  );
  return String(id);
}

const quickSender = openWebhookSender({
  timeoutSeconds: 0.3,
  excerptBytesMax: 1024,
  allowLoopback: true,
});

const never = new AbortController().signal;

/** Delivers like the role: results that arrive together are recorded in one batch. */
export function deliveringBy(ctx: Context, sender: WebhookSender): Delivering {
  return {
    sender,
    recordDelivered: openBatches(
      (taken: readonly DeliveredTry[]) => recordDeliveries(ctx, taken),
      128,
    ),
  };
}

/** Creates deliveries for new events and tries each due delivery once; returns the outcomes. */
export async function deliverDue(
  { ctx }: { ctx: Context },
  sender: WebhookSender = quickSender,
): Promise<string[]> {
  await fanOutEvents(ctx);
  const due = await claimDeliveries(ctx, 1000);
  const delivering = deliveringBy(ctx, sender);
  const results = await Promise.all(due.map((one) => deliverEvent(ctx, delivering, one, never)));
  return results.map(({ outcome }) => outcome);
}

export async function deliveriesOf(db: Database, webhookId: string) {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, webhookId))
    .orderBy(asc(webhookDeliveries.position));
}

export async function readWebhook(db: Database, webhookId: string) {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, webhookId));
  if (row === undefined) throw new Error(`there is no webhook ${webhookId}`);
  return row;
}
