/**
 * The payment stand-in in process, called by the SDK without a socket. The seed decides the faults, and when, how often
 * and in which order webhooks are delivered.
 */
import Stripe from "stripe";
import { openStandIn } from "../../dev/stripe/stand-in.ts";
import type { PaymentsClient } from "../../platform/payments/stripe.ts";
import type { Random } from "./random.ts";

export const bankKeys = { secretKey: "sk_test_simulator", webhookSecret: "whsec_simulator" };
const baseUrl = "http://bank.test";

/** Network faults with their weights. */
const faults = [
  { kind: "no_way_there", weight: 4 },
  { kind: "answer_lost", weight: 4 },
  { kind: "arrives_later", weight: 2 },
  { kind: "status_500_before", weight: 3 },
  { kind: "status_500_after", weight: 3 },
  { kind: "rate_limit", weight: 2 },
  { kind: "processing", weight: 2 },
  { kind: "card_declined", weight: 2 },
] as const;
/** Faults inside the stand-in, after it has the request. */
const ofStandIn = new Set<string>([
  "status_500_before",
  "status_500_after",
  "rate_limit",
  "processing",
  "card_declined",
]);
const processingMs = 90_000;
const decided: Stripe.Dispute.Status[] = ["won", "lost", "warning_closed"];

type Sent = { method: string; url: URL; body: string; headers: Record<string, string> };

export type Bank = ReturnType<typeof openBank>;

/** `note` receives a line for every request with its fault. */
export function openBank(random: Random, note: (line: string) => void) {
  const standIn = openStandIn({ ...bankKeys, file: ":memory:", baseUrl, webhookUrl: "" });
  const stragglers: Sent[] = [];
  let faultPercent = 0;
  let eventsSeen = 0;

  const handle = async (sent: Sent): Promise<Response> => {
    const answer = await standIn.handle(sent);
    if (answer === undefined) throw new TypeError("the connection was closed");
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };

  const ask = async (sent: Sent): Promise<Response> => {
    const name = `${sent.method} ${sent.url.pathname.replace(/_[A-Za-z0-9]{10,}/g, "_")}`;
    const fault = random.happens(faultPercent) ? random.weighted(faults).kind : "none";
    note(`  bank: ${name}${fault === "none" ? "" : ` meets ${fault}`}`);
    if (fault === "no_way_there") throw new TypeError("the connection was refused");
    if (fault === "arrives_later") {
      stragglers.push(sent);
      throw new TypeError("no answer came in time");
    }
    if (ofStandIn.has(fault)) standIn.faults.add({ kind: fault, delay_ms: processingMs });
    const answer = await handle(sent);
    standIn.faults.clear();
    if (fault === "answer_lost") throw new TypeError("the answer was lost");
    return answer;
  };

  /** Like the SDK's own client for `fetch`. */
  const clientOf = (via: (sent: Sent) => Promise<Response>): PaymentsClient => ({
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(((url: string, init: RequestInit) =>
      via({
        method: init.method ?? "GET",
        url: new URL(url),
        body: typeof init.body === "string" ? init.body : "",
        headers: Object.fromEntries(new Headers(init.headers)),
      })) as typeof fetch),
  });

  return {
    /** For the marketplace; with faults. */
    client: clientOf(ask),
    /** For the world and the predicates; without faults. */
    stripe: new Stripe(bankKeys.secretKey, { ...clientOf(handle), host: "bank.test" }),
    store: standIn.store,
    /** Runs the bank's own tasks that are due. */
    wake: standIn.wake,
    setFaults(percent: number) {
      faultPercent = percent;
    },
    submit: (url: string, fields: Record<string, string>) =>
      handle({
        method: "POST",
        url: new URL(url),
        body: new URLSearchParams(fields).toString(),
        headers: {},
      }),
    /** Triggers an event that banks or Stripe cause; false if it is not possible now. */
    async control(path: string, body: object): Promise<boolean> {
      const url = new URL(`/${path}`, baseUrl);
      const sent = { method: "POST", url, body: JSON.stringify(body), headers: {} };
      return (await handle(sent)).ok;
    },
    /** Disputes that the bank has not decided, newest first. */
    openDisputes: () =>
      standIn.store.list("dispute").filter(({ status }) => !decided.includes(status)),
    /** Requests that timed out and have not reached the provider yet. */
    countStragglers: () => stragglers.length,
    /** Lets one of them arrive; nobody waits for its answer. */
    async letArrive(index: number): Promise<void> {
      const [sent] = stragglers.splice(index, 1);
      if (sent !== undefined) await handle(sent);
    },
    /** Events since the last call, oldest first. */
    newEvents(): Stripe.Event[] {
      const all = standIn.store.list("event").reverse();
      const fresh = all.slice(eventsSeen);
      eventsSeen = all.length;
      return fresh;
    },
    /** A signed delivery of the event. */
    async webhook(event: Stripe.Event): Promise<Request> {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000);
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: bankKeys.webhookSecret,
        timestamp,
      });
      return new Request("http://localhost/webhooks/stripe", {
        method: "POST",
        body: payload,
        headers: { "content-type": "application/json", "stripe-signature": signature },
      });
    },
    close: standIn.close,
  };
}
