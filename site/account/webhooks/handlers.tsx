import { deliveryStates } from "../../../db/vocabulary/webhook.ts";
import { MarketError } from "../../../market/errors.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf, isId } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { WebhookPage } from "./detail-page.tsx";
import { EditWebhookPage } from "./edit-page.tsx";
import {
  emptyWebhookFields,
  readWebhook,
  readWebhookFields,
  type WebhookFields,
  webhookFieldsOf,
} from "./form.tsx";
import { WebhooksPage } from "./list-page.tsx";
import { NewWebhookPage } from "./new-page.tsx";
import { WebhookSecretPage } from "./secret-page.tsx";
import type { WebhookSecret } from "./use-cases.ts";

type Again = { fields: WebhookFields; errors: FieldErrors; status?: number };

/** GET /account/webhooks/new */
export function showNewWebhook(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return newPage(ctx, page, { fields: emptyWebhookFields, errors: {} });
}

/** POST /account/webhooks/new: redirects to the page that shows the secret. */
export async function createWebhook(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = readWebhookFields(form);
  const { webhook, errors } = readWebhook(fields);
  if (Object.keys(errors).length > 0) return newPage(ctx, page, { fields, errors, status: 400 });
  try {
    return await toSecret(ctx, page, await ctx.account.createWebhook(page.owner, webhook));
  } catch (error) {
    return newPage(ctx, page, { fields, errors: webhookErrors(error), status: 400 });
  }
}

/** GET /account/webhooks/{id} */
export async function showWebhook(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { owner, frame, url } = page;
  const id = webhookId(page);
  const given = url.searchParams.get("status");
  const status = deliveryStates.find((state) => state === given);
  const wanted = { ...pageWanted(url), status };
  const [webhook, deliveries] = await Promise.all([
    ctx.account.getWebhook(owner, id),
    ctx.account.listDeliveries(owner, id, wanted),
  ]);
  return privatePage(<WebhookPage {...{ frame, webhook, wanted, deliveries }} />);
}

/** GET /account/webhooks/{id}/edit */
export async function showEditWebhook(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const webhook = await ctx.account.getWebhook(page.owner, webhookId(page));
  return editPage(ctx, page, { fields: webhookFieldsOf(webhook), errors: {} });
}

/** POST /account/webhooks/{id}/edit */
export async function changeWebhook(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = webhookId(page);
  const fields = readWebhookFields(form);
  const { webhook, errors } = readWebhook(fields);
  if (Object.keys(errors).length > 0) return editPage(ctx, page, { fields, errors, status: 400 });
  try {
    await ctx.account.changeWebhook(page.owner, id, webhook);
  } catch (error) {
    return editPage(ctx, page, { fields, errors: webhookErrors(error), status: 400 });
  }
  return backTo(id, "webhook_changed");
}

/** POST /account/webhooks/{id}/state */
export async function enableWebhook(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = webhookId(page);
  const wish = form.get("enabled");
  if (wish !== "yes" && wish !== "no") {
    throw new MarketError("invalid_request", "Choose to enable or to disable the webhook.");
  }
  await ctx.account.enableWebhook(page.owner, id, { enabled: wish === "yes" });
  return backTo(id, wish === "yes" ? "webhook_enabled" : "webhook_stopped");
}

/** POST /account/webhooks/{id}/test */
export async function testWebhook(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = webhookId(page);
  await ctx.account.testWebhook(page.owner, id);
  return backTo(id, "webhook_tested");
}

/** POST /account/webhooks/{id}/rotate: redirects to the secret, as {@link createWebhook} does. */
export async function rotateSecret(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const made = await ctx.account.rotateWebhookSecret(page.owner, webhookId(page));
  return toSecret(ctx, page, made);
}

async function toSecret(
  ctx: AccountContext,
  { owner, sessionCookieValue }: AccountRequest,
  { id, secret }: WebhookSecret,
): Promise<Response> {
  await ctx.account.keepSecret({ owner, sessionCookieValue, subjectId: id }, secret);
  return redirectTo(`${paths.webhooks}/${id}/secret`);
}

/** GET /account/webhooks/{id}/secret: only for the session that made it, for a few minutes. */
export async function showSecret(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, sessionCookieValue } = page;
  const webhook = await ctx.account.getWebhook(owner, webhookId(page));
  const place = { owner, sessionCookieValue, subjectId: webhook.id };
  const secret = await ctx.account.readSecret(place);
  const status = secret === null ? 410 : 200;
  const html = <WebhookSecretPage {...{ frame, webhook, secret }} />;
  return privatePage(html, { status });
}

/** POST /account/webhooks/{id}/secret/copied */
export async function forgetSecret(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = webhookId(page);
  await ctx.account.forgetSecret(page.owner, id);
  return redirectTo(`${paths.webhooks}/${id}`);
}

/** POST /account/webhooks/{id}/delete */
export async function deleteWebhook(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.deleteWebhook(page.owner, webhookId(page));
  return redirectTo(withNotice(paths.webhooks, "webhook_deleted"));
}

/** POST /account/webhooks/{id}/deliveries/{delivery}/retry */
export async function retryDelivery(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = webhookId(page);
  const deliveryId = page.params.delivery?.toLowerCase() ?? "";
  if (!isId(deliveryId)) {
    throw new MarketError("delivery_not_found", "This webhook has no such delivery.");
  }
  await ctx.account.retryDelivery(page.owner, id, deliveryId);
  return backTo(id, "delivery_retried");
}

/** As {@link formErrors}, with a full sentence on why an address may not be called. */
function webhookErrors(error: unknown): FieldErrors {
  const errors = formErrors(error);
  if (!(error instanceof MarketError)) return errors;
  const isAddress = error.faults.some(({ code }) => code === "url_not_allowed");
  return isAddress ? { ...errors, url: error.message } : errors;
}

async function newPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { fields, errors, ...answer }: Again,
): Promise<Response> {
  const keys = await ctx.account.listReadingKeys(owner);
  return privatePage(<NewWebhookPage {...{ frame, fields, errors, keys }} />, answer);
}

async function editPage(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, errors, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const [webhook, keys] = await Promise.all([
    ctx.account.getWebhook(owner, webhookId(page)),
    ctx.account.listReadingKeys(owner),
  ]);
  return privatePage(<EditWebhookPage {...{ frame, fields, errors, webhook, keys }} />, answer);
}

function backTo(id: string, notice: NoticeCode): Response {
  return redirectTo(withNotice(`${paths.webhooks}/${id}`, notice));
}

function webhookId(page: AccountRequest): string {
  return idOf(page, "webhook_not_found", "You have no webhook with this id.");
}

/** GET /account/webhooks */
export async function showWebhooks(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listWebhooks(owner, wanted);
  return privatePage(<WebhooksPage {...{ frame, wanted, page }} />);
}
