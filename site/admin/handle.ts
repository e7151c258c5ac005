/** Lets administrators pass, and nobody else. */
import type { AdminActor } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import {
  type AccountRequest,
  type Act,
  accountForm,
  accountPage,
  type Show,
} from "../account/handle.tsx";
import type { PagesContext } from "../kit/context.ts";

export type AdminRequest = AccountRequest & { admin: AdminActor };
export type AdminShow = (ctx: PagesContext, page: AdminRequest) => Promise<Response>;
export type AdminAct = (
  ctx: PagesContext,
  page: AdminRequest,
  form: URLSearchParams,
) => Promise<Response>;

export function adminPage(ctx: PagesContext, show: AdminShow): ReturnType<typeof accountPage> {
  const guarded: Show = (context, page) => show(context, asAdministrator(page));
  return accountPage(ctx, guarded);
}

export function adminForm(ctx: PagesContext, act: AdminAct): ReturnType<typeof accountForm> {
  const guarded: Act = (context, page, form) => act(context, asAdministrator(page), form);
  return accountForm(ctx, guarded);
}

function asAdministrator(page: AccountRequest): AdminRequest {
  const { admin } = page.frame.standing;
  if (admin !== null) return { ...page, admin };
  throw new MarketError(
    "not_an_administrator",
    "You are signed in, but not as one of this marketplace's administrators.",
  );
}
