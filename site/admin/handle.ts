/** The administration's handlers, which admit only administrators. */
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../../market/errors.ts";
import {
  type AccountRequest,
  accountForm,
  accountFormBy,
  accountPage,
} from "../account/handle.tsx";
import type { Upload } from "../kit/form.ts";
import { readOwnForm, readOwnUpload } from "../kit/handle.ts";
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

/**
 * As {@link adminForm}, for forms that act only once: a second click or a reload redirects to the
 * first result.
 */
export function adminOnceForm(ctx: AdminContext, act: AdminAct): ReturnType<typeof accountForm> {
  return adminForm(ctx, (_, page, form) => {
    const posted = { owner: page.owner, path: page.url.pathname, form };
    return ctx.administerOnce(posted, (administration) =>
      act({ ...ctx, administration }, page, form),
    );
  });
}

/** As {@link adminForm}, for a form of at most `bytesMax`. */
export function adminLongForm(
  ctx: AdminContext,
  bytesMax: number,
  act: AdminAct,
): ReturnType<typeof accountForm> {
  const read = (request: Request) => readOwnForm(ctx, request, bytesMax);
  return accountFormBy(ctx, read, (_, page, form) => act(ctx, asAdministrator(page), form));
}

export type AdminTake = (
  ctx: AdminContext,
  page: AdminRequest,
  upload: Upload,
) => Promise<Response>;

/** As {@link adminForm}, for a form with a file of at most `bytesMax`. */
export function adminUpload(
  ctx: AdminContext,
  bytesMax: number,
  take: AdminTake,
): ReturnType<typeof accountForm> {
  const read = (request: Request) => readOwnUpload(ctx, request, bytesMax);
  return accountFormBy(ctx, read, (_, page, upload) => take(ctx, asAdministrator(page), upload));
}

function asAdministrator(page: AccountRequest): AdminRequest {
  const { admin } = page.frame.standing;
  if (admin !== null) return { ...page, admin };
  throw new MarketError(
    "not_an_administrator",
    "You are signed in, but you are not an administrator of this marketplace.",
  );
}
