/** Handlers of the hosted pages: a GET shows, a POST acts, with the same faults as the API. */

import { formatAmount } from "../currencies.ts";
import { runEffect, settle, type TakenFaults } from "../effects.ts";
import type { Webhooks } from "../events/webhooks.ts";
import type { Faults } from "../faults.ts";
import type { LogEntry } from "../http/api.ts";
import type { Call } from "../http/call.ts";
import type { HttpAnswer, HttpRequest } from "../http/http.ts";
import { newId } from "../http/ids.ts";
import { inPath } from "../http/lists.ts";
import { decodeForm, type Input } from "../http/params.ts";
import { completeOnboarding, linkInPath } from "../resources/accounts.ts";
import { completeSession, currentSession } from "../resources/checkout.ts";
import type { Authentication } from "../resources/setup-intents.ts";
import type { Store } from "../store.ts";
import { answerBank, askedIntent } from "./authentication.ts";
import * as views from "./views.ts";

type PageResult = { status?: number; html: string } | { redirectTo: string };
type Page = {
  name: string;
  path: RegExp;
  show(call: Call): PageResult;
  submit?(call: Call, form: Input): PageResult;
};

const pages: Page[] = [
  {
    name: "/c/pay/:id",
    path: /^\/c\/pay\/([^/]+)$/,
    show: (call) => showCheckout(call),
    submit(call, form) {
      const session = currentSession(call);
      if (session.status !== "open") return showCheckout(call);
      const methodId = String(form.payment_method ?? "");
      const done = completeSession(call, session, methodId, authenticationOf(form));
      if (done.kind === "completed") return done;
      const details = "The card's bank wants to know whether you are its holder.";
      return { html: views.authenticationPage({ payment_method: done.methodId }, details) };
    },
  },
  {
    name: "/setup/e/:id",
    path: /^\/setup\/e\/([^/]+)$/,
    show(call) {
      const { link, account } = linkInPath(call);
      // Stripe redirects visitors of a used link to get a new one.
      if (account === undefined) return { redirectTo: link.refresh_url };
      return { html: views.onboardingPage(account) };
    },
    submit(call, form) {
      const { link, account } = linkInPath(call);
      if (account === undefined) return { redirectTo: link.refresh_url };
      if (form.action === "complete") completeOnboarding(call, link, account);
      return { redirectTo: link.return_url };
    },
  },
  {
    name: "/authenticate/:id",
    path: /^\/authenticate\/([^/]+)$/,
    show(call) {
      const intent = askedIntent(call);
      if (intent === undefined) return answered;
      const details =
        intent.object === "payment_intent"
          ? `A payment of ${formatAmount(intent.amount, intent.currency)} waits for your answer.`
          : "A payment method is to be saved.";
      return { html: views.authenticationPage({}, details) };
    },
    submit(call, form) {
      const intent = askedIntent(call);
      if (intent === undefined) return answered;
      const answer = authenticationOf(form) ?? "fail";
      const redirectTo = answerBank(call, intent, answer);
      return redirectTo === null ? answered : { redirectTo };
    },
  },
  {
    name: "/receipts/:id",
    path: /^\/receipts\/([^/]+)$/,
    show: (call) => ({ html: views.receiptPage(inPath(call, "charge")) }),
  },
  {
    name: "/",
    path: /^\/()$/,
    show: (call) => ({ html: views.overviewPage(call.store) }),
  },
];

const answered: PageResult = {
  html: views.closedPage("Answered", "The bank has its answer. You can close this page."),
};

/** The names with which tests request faults of submitted pages, such as `POST /c/pay/:id`. */
export const pageOperations = pages.flatMap(({ name, submit }) =>
  submit === undefined ? [] : [`POST ${name}`],
);

function showCheckout(call: Call): PageResult {
  const session = currentSession(call);
  if (session.status === "open") return { html: views.checkoutPage(session) };
  const text =
    session.status === "complete"
      ? "The payment method is saved. You can close this page."
      : "This page is no longer open. Go back and start again.";
  return { html: views.closedPage("Nothing left to do", text) };
}

function authenticationOf(form: Input): Authentication {
  const { authentication } = form;
  return authentication === "complete" || authentication === "fail" ? authentication : undefined;
}

type Options = {
  store: Store;
  webhooks: Webhooks;
  tasks: { wake(): void };
  faults: Faults;
  baseUrl: string;
  log(entry: LogEntry): void;
};

/**
 * Answers a page's address; `undefined` closes the connection, `null` means that there is no such
 * page.
 */
export function createPages(options: Options) {
  return async ({ method, url, body }: HttpRequest): Promise<HttpAnswer | undefined | null> => {
    const found = pages.find(({ path }) => path.test(url.pathname));
    if (found === undefined) return null;
    const id = found.path.exec(url.pathname)?.[1] ?? "";
    if (method === "GET") return act(options, new Map(), id, found.show).answer;
    const { submit } = found;
    if (method !== "POST" || submit === undefined) return null;

    const operation = `POST ${found.name}`;
    const faults = options.faults.take(operation, `${url.pathname}&${body}`);
    const form = decodeForm(body);
    const entry = pageEntry(operation, url.pathname, form, faults);
    const answer = await submitted(options, faults, () =>
      act(options, faults, id, (call) => submit(call, form)),
    );
    options.log({ ...entry, status: answer?.status ?? null });
    return answer;
  };
}

type Done = { answer: HttpAnswer; deliveries: number[] };

async function submitted(
  options: Options,
  faults: TakenFaults,
  run: () => Done,
): Promise<HttpAnswer | undefined> {
  const broken = (status: number) =>
    toHttp({ status, html: views.closedPage("Try again", "Something went wrong on our end.") });
  if (faults.has("refuse_connection_before")) return undefined;
  if (faults.has("status_500_before")) return broken(500);
  if (faults.has("rate_limit")) return broken(429);
  const done = run();
  await settle(options, faults, done.deliveries);
  if (faults.has("drop_answer")) return undefined;
  return faults.has("status_500_after") ? broken(500) : done.answer;
}

function act(
  { store, webhooks, baseUrl }: Options,
  faults: TakenFaults,
  id: string,
  work: (call: Call) => PageResult,
): Done {
  const now = Math.floor(Date.now() / 1000);
  const request = { id: null, idempotency_key: null };
  const circumstances = { id, now, faults, request };
  const effect = store.database
    .transaction(() => runEffect({ store, webhooks, baseUrl }, circumstances, work))
    .immediate();
  if (effect.failure === undefined) {
    return { answer: toHttp(effect.value), deliveries: effect.deliveries };
  }
  const { status, error } = effect.failure;
  const session = store.find("checkout.session", id);
  const html =
    status === 402 && session !== undefined
      ? views.checkoutPage(session, error.message)
      : views.closedPage("Not possible", error.message);
  return { answer: toHttp({ status, html }), deliveries: effect.deliveries };
}

function pageEntry(operation: string, path: string, params: object, faults: TakenFaults): LogEntry {
  return {
    request_id: newId("req"),
    at: new Date().toISOString(),
    method: "POST",
    path,
    operation,
    idempotency_key: null,
    params,
    faults: [...faults.keys()],
    replayed: false,
    status: null,
    error_code: null,
  };
}

function toHttp(shown: PageResult): HttpAnswer {
  if ("redirectTo" in shown) {
    return { status: 303, headers: { location: shown.redirectTo }, body: "" };
  }
  return {
    status: shown.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    body: shown.html,
  };
}
