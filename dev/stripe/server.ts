/**
 * The process of the payment stand-in: Stripe's HTTP API and its hosted pages, only on loopback
 * unless STAND_IN_HOST is set, which containers need.
 */
import { join } from "node:path";
import { z } from "zod";
import { createControls } from "./controls.ts";
import { storedEndpoints } from "./events/events.ts";
import { createWebhooks, type Endpoint } from "./events/webhooks.ts";
import { createFaults } from "./faults.ts";
import { createApi } from "./http/api.ts";
import { type HttpAnswer, listen } from "./http/http.ts";
import { operationNames } from "./operations.ts";
import { createPages, pageOperations } from "./pages/pages.ts";
import { createLog } from "./request-log.ts";
import { settlePayment } from "./resources/charging.ts";
import { failRefund, settleRefund } from "./resources/refunds.ts";
import { openStore } from "./store.ts";
import { createTasks } from "./tasks.ts";

const settings = z
  .object({
    STAND_IN_HOST: z.string().default("127.0.0.1"),
    PAYMENTS_PORT: z.coerce.number().int(),
    PAYMENTS_DATA_DIR: z.string().min(1),
    PAYMENTS_SECRET_KEY: z.string().min(1),
    PAYMENTS_WEBHOOK_SECRET: z.string().min(1),
    /** Empty if no endpoint is configured. */
    PAYMENTS_WEBHOOK_URL: z.string(),
  })
  .parse(process.env);

/** The API version that the pinned SDK requests. */
const API_VERSION = "2026-10-28.endive";

const baseUrl = `http://127.0.0.1:${settings.PAYMENTS_PORT}`;
const store = openStore(join(settings.PAYMENTS_DATA_DIR, "payments.sqlite"));
const log = createLog(store);
const faults = createFaults(new Set([...operationNames, ...pageOperations]));
const webhooks = createWebhooks(store, API_VERSION, endpoints);
const secret = settings.PAYMENTS_WEBHOOK_SECRET;
const controls = createControls({ faults, log, store, webhooks, baseUrl, secret });
const tasks = createTasks(
  { store, webhooks, baseUrl },
  { settle_payment: settlePayment, settle_refund: settleRefund, fail_refund: failRefund },
);
const api = createApi({
  store,
  webhooks,
  tasks,
  faults,
  secretKey: settings.PAYMENTS_SECRET_KEY,
  apiVersion: API_VERSION,
  baseUrl,
  log: log.add,
});

function endpoints(): Endpoint[] {
  const fixed: Endpoint = {
    id: "we_fixed",
    url: settings.PAYMENTS_WEBHOOK_URL,
    secret: settings.PAYMENTS_WEBHOOK_SECRET,
    enabledEvents: ["*"],
  };
  return [...(fixed.url === "" ? [] : [fixed]), ...storedEndpoints(store)];
}

const pages = createPages({ store, webhooks, tasks, faults, baseUrl, log: log.add });

listen(settings.PAYMENTS_PORT, settings.STAND_IN_HOST, async (request) => {
  const { method, url, body, headers } = request;
  if (!url.pathname.startsWith("/v1/")) {
    const shown = await pages(request);
    return shown === null ? controls(method, url, body) : shown;
  }
  const query = url.search.slice(1);
  const answer = await api.handle({ method, path: url.pathname, query, body, headers });
  return answer === undefined ? undefined : toHttp(answer.status, answer.headers, answer.body);
});
webhooks.wake();
tasks.wake();
console.log(`The payment stand-in is up at ${baseUrl}`);
process.once("SIGTERM", () => process.exit(0));

function toHttp(status: number, headers: Record<string, string>, body: object): HttpAnswer {
  return { status, headers, body: `${JSON.stringify(body, null, 2)}\n` };
}
