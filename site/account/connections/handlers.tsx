import type { ConnectionView } from "../../../market/connection/read.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { endOfDay } from "../keys/expiry.ts";
import type { KeyFields } from "../keys/form.tsx";
import { paths } from "../paths.ts";
import { ConnectionPage } from "./detail-page.tsx";
import { limitFieldsOf, readLimitFields, readLimits } from "./limits.ts";
import { ConnectionsPage } from "./list-page.tsx";

/** GET /account/connections */
export async function showConnections(
  ctx: AccountContext,
  { frame, owner, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listConnections(owner, wanted);
  return privatePage(<ConnectionsPage {...{ frame, wanted, page }} />);
}

/** GET /account/connections/{id} */
export async function showConnection(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const connection = await ctx.account.getConnection(page.owner, connectionId(page));
  const shown = { connection, fields: limitFieldsOf(connection), errors: {} };
  return connectionPage(ctx, page, shown);
}

/** POST /account/connections/{id} */
export async function changeConnection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = connectionId(page);
  const connection = await ctx.account.getConnection(page.owner, id);
  const fields = readLimitFields(form);
  const { patch, errors } = readLimits(fields, connection);
  const again = (errors: FieldErrors) =>
    connectionPage(ctx, page, { connection, fields, errors }, 400);
  if (Object.keys(errors).length > 0) return again(errors);
  const isSameDay = fields.expires_at === limitFieldsOf(connection).expires_at;
  const end = isSameDay ? {} : { expires_at: endOfDay(fields.expires_at) };
  try {
    await ctx.account.changeConnection(page.owner, id, { ...patch, ...end });
    return redirectTo(withNotice(`${paths.connections}/${id}`, "connection_changed"));
  } catch (error) {
    return again(formErrors(error));
  }
}

/** POST /account/connections/{id}/end */
export async function endConnection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const options = { withdraw_listings: form.get("withdraw_listings") === "yes" };
  await ctx.account.endConnection(page.owner, connectionId(page), options);
  return redirectTo(withNotice(paths.connections, "connection_ended"));
}

type ConnectionPageState = {
  connection: ConnectionView;
  fields: KeyFields & { payment_method_id: string };
  errors: FieldErrors;
};

async function connectionPage(
  ctx: AccountContext,
  { frame, owner }: AccountRequest,
  shown: ConnectionPageState,
  status = 200,
): Promise<Response> {
  const [cards, acts] = await Promise.all([
    ctx.account.listCards(owner),
    ctx.account.listConnectionActs(owner, shown.connection),
  ]);
  const { CURRENCY: currency } = ctx.config;
  const page = <ConnectionPage {...{ frame, acts, cards, currency, ...shown }} />;
  return privatePage(page, { status });
}

function connectionId(page: AccountRequest): string {
  return idOf(page, "connection_not_found", "Your account has no such connection.");
}
