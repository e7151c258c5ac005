import type { ChargedRow } from "../../db/queries/purchases/charged.ts";
import type { AccountContext } from "../account/context.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { keepTyped } from "../account/kept-forms.tsx";
import { redirectTo } from "../kit/respond.ts";
import type { Ordered } from "./use-cases.ts";

/**
 * Opens a purchase once for each page shown, then charges the card after the commit. `open` runs in
 * the form's transaction; a repeat is redirected to the same purchase. `declinedPath` is where a
 * declined card leads.
 */
export async function openAndCharge(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
  open: (account: AccountContext["account"]) => Promise<Ordered>,
  declinedPath?: (purchaseId: string) => string,
): Promise<Response> {
  let toCharge: ChargedRow | null = null;
  const posted = { owner: page.owner, path: page.url.pathname, form };
  const answer = await ctx.actOnce(posted, async (account) => {
    const { path, purchase } = await open(account);
    toCharge = purchase;
    return redirectTo(path);
  });
  if (toCharge === null) return answer;
  const { id } = toCharge as ChargedRow;
  const { isDeclined } = await ctx.account.chargeOrder(toCharge);
  if (!isDeclined || declinedPath === undefined) return answer;
  return redirectTo(declinedPath(id), await keepTyped(ctx, page, form));
}
