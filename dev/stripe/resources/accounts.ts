/** `/v1/accounts` and `/v1/account_links`: Connect, as far as it is needed to pay sellers. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest, noSuch, StripeFailure } from "../http/failure.ts";
import { randomText } from "../http/ids.ts";
import * as param from "../http/params.ts";
import { newAccount, requirements } from "../shapes/connect.ts";
import type { AccountLink } from "../store.ts";

const LINK_SECONDS = 300;

const capability = z.strictObject({ requested: param.bool });
const createSchema = z.strictObject({
  type: z.enum(["custom", "express", "standard"]).optional(),
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(["account", "application"]).optional() }).optional(),
      losses: z.strictObject({ payments: z.enum(["application", "stripe"]).optional() }).optional(),
      requirement_collection: z.enum(["application", "stripe"]).optional(),
      stripe_dashboard: z
        .strictObject({ type: z.enum(["express", "full", "none"]).optional() })
        .optional(),
    })
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  default_currency: param.currency.optional(),
  email: param.text.optional(),
  business_type: z.enum(["company", "government_entity", "individual", "non_profit"]).optional(),
  business_profile: param.anything.optional(),
  capabilities: z
    .strictObject({ card_payments: capability.optional(), transfers: capability.optional() })
    .optional(),
  metadata: param.metadata.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.AccountCreateParams>);
type CreateInput = z.output<typeof createSchema>;

/** The euro countries and a few others; all other countries use dollars here. */
const currencyOf: Record<string, string> = {
  ...Object.fromEntries(
    "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
      .split(" ")
      .map((country) => [country, "eur"]),
  ),
  AU: "aud",
  CA: "cad",
  CH: "chf",
  GB: "gbp",
  JP: "jpy",
};

function create(call: Call, input: CreateInput): Stripe.Account {
  if (input.type !== undefined && input.controller !== undefined) {
    const message =
      "You may not provide the `type` parameter and `controller` parameters simultaneously. They " +
      "are mutually exclusive.";
    throw invalidRequest({ message, param: "type" });
  }
  const country = input.country ?? "US";
  const requested = Object.entries(input.capabilities ?? {}).flatMap(([name, value]) =>
    value?.requested === true ? [[name, "inactive"] as const] : [],
  );
  const account = newAccount(
    {
      type: input.type ?? typeOf(input.controller?.stripe_dashboard?.type),
      controller: controllerOf(input),
      capabilities: Object.fromEntries(requested),
      country,
      default_currency: input.default_currency ?? currencyOf[country] ?? "usd",
      email: input.email ?? null,
      metadata: param.mergeMetadata({}, input.metadata),
    },
    { created: call.now },
  );
  account.business_type = input.business_type ?? null;
  Object.assign(account.business_profile ?? {}, input.business_profile);
  call.store.save(account);
  return account;
}

/** With controller properties, Stripe shows the equivalent type. */
function typeOf(dashboard: "express" | "full" | "none" | undefined): Stripe.Account["type"] {
  if (dashboard === "express") return "express";
  return dashboard === "none" ? "none" : "standard";
}

function controllerOf({ type, controller }: CreateInput): Stripe.Account.Controller {
  const isFull = type === "standard" || (type === undefined && controller === undefined);
  const dashboard = controller?.stripe_dashboard?.type ?? dashboardOf(type);
  return {
    fees: { payer: controller?.fees?.payer ?? (isFull ? "account" : "application") },
    is_controller: true,
    losses: { payments: controller?.losses?.payments ?? (isFull ? "stripe" : "application") },
    requirement_collection:
      controller?.requirement_collection ?? (type === "custom" ? "application" : "stripe"),
    stripe_dashboard: { type: dashboard },
    type: "application",
  };
}

function dashboardOf(type: CreateInput["type"]): "express" | "full" | "none" {
  if (type === "express") return "express";
  return type === "custom" ? "none" : "full";
}

/** Stripe answers 403, not 404, so that nobody can find out which accounts exist. */
function accountInPath(call: Call): Stripe.Account {
  const account = call.store.find("account", call.id);
  if (account !== undefined) return account;
  const message =
    `The provided key 'sk_test_***' does not have access to account '${call.id}' (or that ` +
    "account does not exist). Application access may have been revoked.";
  throw new StripeFailure(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message,
  });
}

const linkSchema = z.strictObject({
  account: param.id,
  type: z.enum(["account_onboarding", "account_update"]),
  refresh_url: param.url.optional(),
  return_url: param.url.optional(),
  collect: z.enum(["currently_due", "eventually_due"]).optional(),
  collection_options: param.anything.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.AccountLinkCreateParams>);

function createLink(call: Call, input: z.output<typeof linkSchema>): Stripe.AccountLink {
  const account = call.store.find("account", input.account);
  if (account === undefined) {
    const message = `No such account: '${input.account}'`;
    throw invalidRequest({ code: "resource_missing", message, param: "account" });
  }
  for (const name of ["refresh_url", "return_url"] as const) {
    if (input[name] !== undefined) continue;
    const message = `Missing required param: ${name}.`;
    throw invalidRequest({ code: "parameter_missing", message, param: name });
  }
  const expires_at = call.now + LINK_SECONDS;
  const { refresh_url, return_url } = input;
  const token = `link_${randomText(24)}`;
  const link = { id: token, object: "account_link", account: account.id, expires_at };
  call.store.save({ ...link, refresh_url: refresh_url ?? "", return_url: return_url ?? "" });
  const url = `${call.baseUrl}/setup/e/${token}`;
  return { object: "account_link", created: call.now, expires_at, url };
}

/** The account of a valid link; a link serves one completed visit. */
export function linkInPath(call: Call): { link: AccountLink; account: Stripe.Account | undefined } {
  const link = call.store.find("account_link", call.id);
  if (link === undefined) throw noSuch("account_link", call.id, "id");
  const isOver = link.expires_at <= call.now || call.store.hidden(link.id).isSpent === true;
  return { link, account: isOver ? undefined : call.store.find("account", link.account) };
}

/** Gives the account everything that its onboarding requires, and uses up the link. */
export function completeOnboarding(call: Call, link: AccountLink, account: Stripe.Account): void {
  const requested = Object.keys(account.capabilities ?? {});
  account.capabilities = Object.fromEntries(requested.map((name) => [name, "active"]));
  account.charges_enabled = requested.includes("card_payments");
  account.details_submitted = true;
  account.payouts_enabled = true;
  account.requirements = requirements([], null);
  account.tos_acceptance = { ...account.tos_acceptance, date: call.now };
  call.store.save(account);
  call.store.setHidden(link.id, { isSpent: true });
  call.emit("account.updated", account);
}

export const accountOperations = [
  operation("POST /v1/accounts", createSchema, create),
  operation("GET /v1/accounts/:id", z.strictObject({ expand: param.expand }), accountInPath),
  operation("POST /v1/account_links", linkSchema, createLink),
];
