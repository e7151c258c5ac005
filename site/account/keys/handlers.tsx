import { clientDoors } from "../../../market/discovery/connect/client-doors.ts";
import { addressesOf } from "../../../market/service.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { KeyPage } from "./detail-page.tsx";
import { endOfDay } from "./expiry.ts";
import { keyFieldsOf, newKeyFields, readKeyFields, readKeyLimits } from "./form.tsx";
import { KeysPage } from "./list-page.tsx";
import { NewKeyPage } from "./new-page.tsx";
import { KeySecretPage } from "./secret-page.tsx";

/** GET /account/keys/new */
export async function showNewKey(
  ctx: AccountContext,
  { frame }: AccountRequest,
): Promise<Response> {
  const { CURRENCY: currency } = ctx.config;
  return privatePage(<NewKeyPage {...{ frame, currency, fields: newKeyFields, errors: {} }} />);
}

/** POST /account/keys/new: redirects to the page that shows the secret. */
export async function createKey(
  ctx: AccountContext,
  { frame, owner, sessionCookieValue }: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { CURRENCY: currency } = ctx.config;
  const fields = readKeyFields(form);
  const { limits, errors } = readKeyLimits(fields);
  const showAgain = (errors: FieldErrors) =>
    privatePage(<NewKeyPage {...{ frame, currency, fields, errors }} />, { status: 400 });
  if (Object.keys(errors).length > 0) return showAgain(errors);
  try {
    const { key, secret } = await ctx.account.createKey(owner, {
      ...limits,
      expires_at: endOfDay(fields.expires_at),
    });
    await ctx.account.keepSecret({ owner, sessionCookieValue, subjectId: key.id }, secret);
    return redirectTo(`${paths.keys}/${key.id}/secret`);
  } catch (error) {
    return showAgain(formErrors(error));
  }
}

/** GET /account/keys/{id}/secret: only for the session that made the key, for a few minutes. */
export async function showKeySecret(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, sessionCookieValue } = page;
  const apiKey = await ctx.account.getKey(owner, keyId(page));
  const place = { owner, sessionCookieValue, subjectId: apiKey.id };
  const secret = await ctx.account.readSecret(place);
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const status = secret === null ? 410 : 200;
  const doors = secret === null ? [] : clientDoors(addressesOf(ctx.config), secret);
  const html = <KeySecretPage {...{ frame, apiKey, secret, baseUrl, doors }} />;
  return privatePage(html, { status });
}

/** POST /account/keys/{id}/secret/copied */
export async function forgetKeySecret(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  await ctx.account.forgetSecret(page.owner, keyId(page));
  return redirectTo(paths.keys);
}

/** GET /account/keys/{id} */
export async function showKey(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner } = page;
  const apiKey = await ctx.account.getKey(owner, keyId(page));
  const { connection } = apiKey;
  if (connection !== null) return redirectTo(`${paths.connections}/${connection.id}`);
  const { CURRENCY: currency } = ctx.config;
  return privatePage(
    <KeyPage {...{ frame, apiKey, currency, fields: keyFieldsOf(apiKey), errors: {} }} />,
  );
}

/** POST /account/keys/{id}: new limits. */
export async function changeKey(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { frame, owner } = page;
  const apiKey = await ctx.account.getKey(owner, keyId(page));
  const fields = readKeyFields(form);
  const { limits, errors } = readKeyLimits(fields);
  if (Object.keys(errors).length > 0) return showAgain(errors);
  try {
    const isSameExpiry = fields.expires_at === keyFieldsOf(apiKey).expires_at;
    const expiry = isSameExpiry ? {} : { expires_at: endOfDay(fields.expires_at) };
    await ctx.account.changeKey(owner, apiKey.id, { ...limits, ...expiry });
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/account/keys/${apiKey.id}`, "key_changed"));

  function showAgain(errors: FieldErrors): Promise<Response> {
    const { CURRENCY: currency } = ctx.config;
    return privatePage(<KeyPage {...{ frame, apiKey, currency, fields, errors }} />, {
      status: 400,
    });
  }
}

/** POST /account/keys/{id}/revoke */
export async function revokeKey(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.revokeKey(page.owner, keyId(page));
  return redirectTo(withNotice("/account/keys", "key_revoked"));
}

function keyId(page: AccountRequest): string {
  return idOf(page, "api_key_not_found", "Your account has no such key.");
}

/** GET /account/keys */
export async function showKeys(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listKeys(owner, wanted);
  return privatePage(<KeysPage {...{ frame, wanted, page, currency: ctx.config.CURRENCY }} />);
}
