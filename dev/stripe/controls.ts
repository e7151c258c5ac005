/** The stand-in's additions to Stripe: faults, the log, and webhook endpoints for tests. */
import { z } from "zod";
import { runEffect } from "./effects.ts";
import type { Webhooks } from "./events/webhooks.ts";
import type { Faults } from "./faults.ts";
import type { Call } from "./http/call.ts";
import { noSuch } from "./http/failure.ts";
import type { HttpAnswer } from "./http/http.ts";
import { newId } from "./http/ids.ts";
import type { Log } from "./request-log.ts";
import { decideDispute, openDispute } from "./resources/disputes.ts";
import type { Store } from "./store.ts";

const endpointSchema = z.strictObject({
  url: z.url(),
  /** Default: the stand-in's own secret. */
  secret: z.string().min(1).optional(),
  enabled_events: z.array(z.string()).min(1).default(["*"]),
});

const disputeSchema = z.strictObject({
  payment_intent: z.string(),
  reason: z.enum(["fraudulent", "product_not_received"]).default("fraudulent"),
  is_inquiry: z.boolean().default(false),
  /** A part of the charge; default: all of it. */
  amount: z.int().min(1).optional(),
  /** How long evidence is accepted; default: Stripe's time. */
  evidence_seconds: z.int().optional(),
});

const verdictSchema = z.strictObject({ dispute: z.string(), verdict: z.enum(["won", "lost"]) });

const accountSchema = z.strictObject({
  account: z.string(),
  transfers: z.enum(["active", "inactive", "pending"]),
});

const payoutSchema = z.strictObject({ account: z.string(), amount: z.int().min(1) });

type Options = {
  faults: Faults;
  log: Log;
  store: Store;
  webhooks: Webhooks;
  baseUrl: string;
  secret: string;
};

/**
 * Answers `/_faults`, `/_log`, `/_endpoints`, and actions of banks and Stripe: disputes of earlier
 * charges and verdicts on them, restricted accounts, and payouts from accounts. Invalid JSON gets a 400 with the reason.
 */
export function createControls(options: Options) {
  const { faults, log, store, secret } = options;
  const routes: Record<string, (body: string) => object> = {
    "GET /_faults": () => ({ faults: faults.list() }),
    "POST /_faults": (body) => {
      faults.add(JSON.parse(body));
      return { faults: faults.list() };
    },
    "DELETE /_faults": () => {
      faults.clear();
      return { faults: [] };
    },
    "GET /_log": () => log.read(),
    "DELETE /_log": () => {
      log.clear();
      return log.read();
    },
    "POST /_endpoints": (body) => {
      const given = endpointSchema.parse(JSON.parse(body));
      const id = newId("we");
      store.save({
        id,
        object: "webhook_endpoint",
        api_version: null,
        application: null,
        created: Math.floor(Date.now() / 1000),
        description: "Made by a test",
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: {},
        status: "enabled",
        url: given.url,
      });
      store.setHidden(id, { secret: given.secret ?? secret });
      return { id, url: given.url };
    },
    "POST /_disputes": (body) => {
      const given = disputeSchema.parse(JSON.parse(body));
      const { payment_intent, reason, is_inquiry, amount, evidence_seconds } = given;
      return act(options, (call) => {
        const intent = store.find("payment_intent", payment_intent);
        const charge = store.find("charge", String(intent?.latest_charge));
        if (charge?.captured !== true) throw noSuch("charge", payment_intent, "payment_intent");
        if (charge.disputed) throw new Error(`The charge ${charge.id} is disputed already.`);
        const dispute = openDispute(call, charge, {
          ...{ reason, isInquiry: is_inquiry },
          ...(amount === undefined ? {} : { amount }),
        });
        if (evidence_seconds === undefined) return dispute;
        dispute.evidence_details.due_by = call.now + evidence_seconds;
        store.save(dispute);
        return dispute;
      });
    },
    "POST /_verdicts": (body) => {
      const given = verdictSchema.parse(JSON.parse(body));
      return act(options, (call) => {
        const dispute = store.find("dispute", given.dispute);
        if (dispute === undefined) throw noSuch("dispute", given.dispute, "dispute");
        decideDispute(call, dispute, given.verdict);
        return dispute;
      });
    },
    "POST /_accounts": (body) => {
      const { account: id, transfers } = accountSchema.parse(JSON.parse(body));
      return act(options, (call) => {
        const account = store.find("account", id);
        if (account === undefined) throw noSuch("account", id, "account");
        account.capabilities = { ...account.capabilities, transfers };
        account.payouts_enabled = transfers === "active";
        store.save(account);
        call.emit("account.updated", account);
        return account;
      });
    },
    "POST /_payouts": (body) => {
      const { account, amount } = payoutSchema.parse(JSON.parse(body));
      if (store.find("account", account) === undefined) throw noSuch("account", account, "account");
      const hidden = store.hidden(account) as { paidOut?: number };
      const paidOut = (hidden.paidOut ?? 0) + amount;
      store.setHidden(account, { ...hidden, paidOut });
      return { account, paid_out: paidOut };
    },
    "DELETE /_endpoints": () => {
      for (const { id } of store.list("webhook_endpoint")) store.remove(id);
      return {};
    },
  };
  return async (method: string, url: URL, body: string): Promise<HttpAnswer> => {
    const route = routes[`${method} ${url.pathname}`];
    if (route === undefined) return json(404, { error: "There is no such address." });
    try {
      return json(200, route(body));
    } catch (error) {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return json(400, { error: message });
    }
  };
}

function act(options: Options, work: (call: Call) => object): object {
  const circumstances = {
    id: "",
    now: Math.floor(Date.now() / 1000),
    faults: new Map(),
    request: { id: null, idempotency_key: null },
  };
  const effect = options.store.database
    .transaction(() => runEffect(options, circumstances, work))
    .immediate();
  if (effect.failure !== undefined) throw effect.failure;
  options.webhooks.wake();
  return effect.value;
}

function json(status: number, body: object): HttpAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: `${JSON.stringify(body, null, 2)}\n`,
  };
}
