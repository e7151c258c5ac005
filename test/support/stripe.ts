/**
 * Shared by the tests of the payment stand-in: the SDK, saved cards, accounts, a webhook target.
 */
import Stripe from "stripe";
import { type StartedPayments, startPayments } from "../../dev/stripe/start.ts";
import { createTestDir, freePort, getStack } from "./stack.ts";

export type Payments = { url: string; port: number; secretKey: string; webhookSecret: string };

/** Stripe's own SDK pointed at a stand-in; it does not retry unless asked to. */
export function clientOf(
  { port, secretKey }: Pick<Payments, "port" | "secretKey">,
  maxNetworkRetries = 0,
): Stripe {
  return new Stripe(secretKey, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries });
}

/** The SDK for the stand-in that all tests of a run share. */
export async function sharedClient(): Promise<Stripe> {
  return clientOf((await getStack()).payments);
}

/** Starts another stand-in, in a folder that outlives it. */
export async function startOwn(
  options: { dataDir?: string; port?: number; webhookUrl?: string } = {},
): Promise<Payments & { dataDir: string; started: StartedPayments; stripe: Stripe }> {
  const dataDir = options.dataDir ?? createTestDir();
  const port = options.port ?? (await freePort());
  const keys = { secretKey: "sk_test_own", webhookSecret: "whsec_own" };
  const { webhookUrl } = options;
  const started = await startPayments({
    port,
    dataDir,
    logFile: `${dataDir}/log`,
    ...keys,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  });
  return { url: started.url, port, dataDir, started, ...keys, stripe: clientOf({ port, ...keys }) };
}

/** A customer with one of the documented test methods attached. */
export async function saveCard(stripe: Stripe, testMethod = "pm_card_visa") {
  const customer = await stripe.customers.create({ email: "ada@example.com", name: "Ada" });
  const method = await stripe.paymentMethods.attach(testMethod, { customer: customer.id });
  return { customer: customer.id, payment_method: method.id };
}

/** A marketplace's charge parameters, without the customer. */
export const offSession = { currency: "usd", off_session: true, confirm: true } as const;

/** A connected account that was onboarded on the hosted page, whose form `send` sends. */
export async function onboardedAccount(stripe: Stripe, send: Submit = submit): Promise<string> {
  const account = await stripe.accounts.create({
    type: "express",
    country: "US",
    email: "seller@example.com",
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  });
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: "account_onboarding",
    refresh_url: "http://localhost/refresh",
    return_url: "http://localhost/return",
  });
  await send(link.url, { action: "complete" });
  return account.id;
}

export type Submit = (url: string, fields: Record<string, string>) => Promise<unknown>;

/** Submits a hosted page's form as a browser would; does not follow redirects. */
export function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Sends a command to the stand-in's control API. Throws the answer when it refuses. */
export async function control(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/${path}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

/** Injects faults into the next requests. */
export function addFault(url: string, fault: object): Promise<void> {
  return control(url, "_faults", fault);
}

/** The faults that are still pending. */
export async function readFaults(url: string): Promise<object[]> {
  return ((await (await fetch(`${url}/_faults`)).json()) as { faults: object[] }).faults;
}

export type Log = {
  requests: { operation: string; status: number | null; replayed: boolean; faults: string[] }[];
  deliveries: { type: string; state: string; attempts: number; last_status: number | null }[];
};

export async function readLog(url: string): Promise<Log> {
  return (await (await fetch(`${url}/_log`)).json()) as Log;
}

/** A webhook target that records requests and answers what `answerWith` says. */
export function webhookTarget(
  answerWith: (event: Stripe.Event, count: number) => number = () => 200,
) {
  const received: { event: Stripe.Event; payload: string; signature: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const payload = await request.text();
      const event = JSON.parse(payload) as Stripe.Event;
      const signature = request.headers.get("Stripe-Signature") ?? "";
      received.push({ event, payload, signature });
      const count = received.filter((one) => one.event.id === event.id).length;
      return new Response(null, { status: answerWith(event, count) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/webhooks/stripe`,
    received,
    types: () => received.map(({ event }) => event.type as string),
    stop: () => server.stop(true),
  };
}
