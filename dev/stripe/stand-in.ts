/** The payment stand-in over its state, without a port of its own. */
import { createControls } from "./controls.ts";
import { storedEndpoints } from "./events/events.ts";
import { createWebhooks, type Endpoint } from "./events/webhooks.ts";
import { createFaults } from "./faults.ts";
import { createApi } from "./http/api.ts";
import type { HttpAnswer, HttpRequest } from "./http/http.ts";
import { operationNames } from "./operations.ts";
import { createPages, pageOperations } from "./pages/pages.ts";
import { createLog } from "./request-log.ts";
import { settlePayment } from "./resources/charging.ts";
import { failRefund, settleRefund } from "./resources/refunds.ts";
import { openStore } from "./store.ts";
import { createTasks } from "./tasks.ts";

/** The API version that the pinned SDK requests. */
const API_VERSION = "2026-10-28.endive";

export type StandInOptions = {
  /** The SQLite file, or `:memory:`. */
  file: string;
  /** The origin of the hosted pages' links. */
  baseUrl: string;
  /** The only key that the API accepts. */
  secretKey: string;
  /** Signs the webhooks. */
  webhookSecret: string;
  /** Receives every event; if empty, only created endpoints do. */
  webhookUrl: string;
};

/** `handle` answers API, pages and controls; undefined means: close the connection unanswered. */
export function openStandIn(options: StandInOptions) {
  const { baseUrl, secretKey, webhookSecret: secret, webhookUrl } = options;
  const store = openStore(options.file);
  const log = createLog(store);
  const faults = createFaults(new Set([...operationNames, ...pageOperations]));
  const endpoints = (): Endpoint[] => {
    const fixed: Endpoint = { id: "we_fixed", url: webhookUrl, secret, enabledEvents: ["*"] };
    return [...(webhookUrl === "" ? [] : [fixed]), ...storedEndpoints(store)];
  };
  const webhooks = createWebhooks(store, API_VERSION, endpoints);
  const controls = createControls({ faults, log, store, webhooks, baseUrl, secret });
  const tasks = createTasks(
    { store, webhooks, baseUrl },
    { settle_payment: settlePayment, settle_refund: settleRefund, fail_refund: failRefund },
  );
  const parts = { store, webhooks, tasks, faults, baseUrl, log: log.add };
  const api = createApi({ ...parts, secretKey, apiVersion: API_VERSION });
  const pages = createPages(parts);
  return {
    store,
    faults,
    async handle(request: HttpRequest): Promise<HttpAnswer | undefined> {
      const { method, url, body, headers } = request;
      if (!url.pathname.startsWith("/v1/")) {
        const shown = await pages(request);
        return shown === null ? controls(method, url, body) : shown;
      }
      const query = url.search.slice(1);
      const answer = await api.handle({ method, path: url.pathname, query, body, headers });
      return answer === undefined ? undefined : toHttp(answer.status, answer.headers, answer.body);
    },
    /** Delivers due webhooks and runs due tasks, now and later. */
    wake() {
      webhooks.wake();
      tasks.wake();
    },
    close() {
      tasks.stop();
      store.database.close();
    },
  };
}

function toHttp(status: number, headers: Record<string, string>, body: object): HttpAnswer {
  return { status, headers, body: `${JSON.stringify(body, null, 2)}\n` };
}
