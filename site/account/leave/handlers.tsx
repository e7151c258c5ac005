import { clearCookie } from "../../../platform/session.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { privatePage, privateStream } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { ClosedPage } from "./closed-page.tsx";
import { LeavePage } from "./leave-page.tsx";

/** GET /account/leave */
export const showLeave = (ctx: AccountContext, page: AccountRequest) => leavePage(ctx, page, {});

/** POST /account/leave/export: streams the file while it reads the data. */
export async function exportAccount(
  ctx: AccountContext,
  { owner }: AccountRequest,
): Promise<Response> {
  const pieces = await ctx.account.exportAccount(owner);
  const day = ctx.now().toISOString().slice(0, 10);
  const fileName = `account-${owner.accountId}-${day}.json`;
  return privateStream(pieces, { fileName, contentType: "application/json; charset=utf-8" });
}

/** POST /account/leave/close: nobody is signed in afterwards, so it cannot redirect back here. */
export async function closeAccount(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  try {
    const confirmation = form.get("confirmation") ?? "";
    await ctx.account.closeAccount(page.owner, { confirmation });
  } catch (error) {
    return leavePage(ctx, page, formErrors(error));
  }
  const headers: [string, string][] = [["set-cookie", clearCookie(ctx.config, "session")]];
  return privatePage(<ClosedPage />, { headers });
}

async function leavePage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  errors: FieldErrors,
): Promise<Response> {
  const leaving = await ctx.account.viewLeaving(owner);
  const status = Object.keys(errors).length === 0 ? 200 : 400;
  return privatePage(<LeavePage {...{ frame, leaving, errors }} />, { status });
}
