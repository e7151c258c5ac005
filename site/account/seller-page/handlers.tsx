import { SELLER_LOGO_BYTES_MAX } from "../../../market/agent/limits.ts";
import { type FieldErrors, formErrors, type Upload } from "../../kit/form.ts";
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
  return editPage(ctx, page, await storedFields(ctx, page), {});
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

/** Larger than a logo may be, so that the page can say so at its field. */
export const LOGO_FORM_BYTES_MAX = 16 * SELLER_LOGO_BYTES_MAX;

/** POST /account/seller-page/{id}/logo */
export async function saveLogo(
  ctx: AccountContext,
  page: AccountRequest,
  { file }: Upload,
): Promise<Response> {
  const id = sellerId(page);
  try {
    await ctx.account.setLogo(page.owner, id, file?.bytes ?? new Uint8Array());
  } catch (error) {
    const errors = formErrors(error);
    return editPage(ctx, page, await storedFields(ctx, page), errors);
  }
  return redirectTo(withNotice(`/account/seller-page/${id}`, "logo_set"));
}

/** POST /account/seller-page/{id}/logo/remove */
export async function removeLogo(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = sellerId(page);
  await ctx.account.removeLogo(page.owner, id);
  return redirectTo(withNotice(`/account/seller-page/${id}`, "logo_removed"));
}

async function storedFields(ctx: AccountContext, page: AccountRequest): Promise<SellerPageFields> {
  const { about, websites } = await ctx.account.getSellerPage(page.owner, sellerId(page));
  return { about: about ?? "", websites: websites.join("\n") };
}

async function editPage(
  ctx: AccountContext,
  page: AccountRequest,
  fields: SellerPageFields,
  errors: FieldErrors,
): Promise<Response> {
  const id = sellerId(page);
  const { name, hasLogo, hiddenParts } = await ctx.account.getSellerPage(page.owner, id);
  const status = Object.keys(errors).length === 0 ? 200 : 400;
  const { frame } = page;
  return privatePage(
    <EditSellerPage {...{ frame, id, name, hasLogo, hiddenParts, fields, errors }} />,
    {
      status,
    },
  );
}

const fieldsIn = (form: URLSearchParams): SellerPageFields => ({
  about: form.get("about") ?? "",
  websites: form.get("websites") ?? "",
});
