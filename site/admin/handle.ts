/** Lets administrators pass, and nobody else. */
import type { AdminActor } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { type AccountRequest, accountForm, accountPage } from "../account/handle.tsx";
import type { AdminContext } from "./context.ts";

export type AdminRequest = AccountRequest & { admin: AdminActor };
export type AdminShow = (ctx: AdminContext, page: AdminRequest) => Promise<Response>;
export type AdminAct = (
  ctx: AdminContext,
  page: AdminRequest,
  form: URLSearchParams,
) => Promise<Response>;

export function adminPage(ctx: AdminContext, show: AdminShow): ReturnType<typeof accountPage> {
  return accountPage(ctx, (_, page) => show(ctx, asAdministrator(page)));
}

export function adminForm(ctx: AdminContext, act: AdminAct): ReturnType<typeof accountForm> {
  return accountForm(ctx, (_, page, form) => act(ctx, asAdministrator(page), form));
}

function asAdministrator(page: AccountRequest): AdminRequest {
  const { admin } = page.frame.standing;
  if (admin !== null) return { ...page, admin };
  throw new MarketError(
    "not_an_administrator",
    "You are signed in, but not as one of this marketplace's administrators.",
  );
}
