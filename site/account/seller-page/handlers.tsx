import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { EditSellerPage } from "./edit-page.tsx";
import type { SellerPageFields } from "./use-cases.ts";

const sellerId = (page: AccountRequest): string =>
  idOf(page, "agent_not_found", "You have no agent with this id.");

/** GET /account/seller-page/{id} */
export async function showSellerPage(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  if (page.kept !== null) return editPage(ctx, page, fieldsIn(page.kept), {});
  const { about, websites } = await ctx.account.getSellerPage(page.owner, sellerId(page));
  return editPage(ctx, page, { about: about ?? "", websites: websites.join("\n") }, {});
}

/** POST /account/seller-page/{id} */
export async function saveSellerPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = sellerId(page);
  const fields = fieldsIn(form);
  try {
    await ctx.account.describeSeller(page.owner, id, fields);
  } catch (error) {
    return editPage(ctx, page, fields, formErrors(error));
  }
  return redirectTo(withNotice(`/account/seller-page/${id}`, "seller_page_saved"));
}

async function editPage(
  ctx: AccountContext,
  page: AccountRequest,
  fields: SellerPageFields,
  errors: FieldErrors,
): Promise<Response> {
  const id = sellerId(page);
  const { name } = await ctx.account.getSellerPage(page.owner, id);
  const status = Object.keys(errors).length === 0 ? 200 : 400;
  const { frame } = page;
  return privatePage(<EditSellerPage {...{ frame, id, name, fields, errors }} />, { status });
}

const fieldsIn = (form: URLSearchParams): SellerPageFields => ({
  about: form.get("about") ?? "",
  websites: form.get("websites") ?? "",
});
