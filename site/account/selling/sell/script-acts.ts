/** The addresses to which the file page's script posts. */
import type { PageRoute } from "../../../kit/handle.ts";
import type { AccountContext } from "../../context.ts";
import { accountFormBy } from "../../handle.tsx";
import { attachFile, issueUrls, readOwnJson, signMissing } from "./upload-handlers.ts";

const acts = [
  ["/account/listings/:id/uploads", issueUrls],
  ["/account/listings/:id/uploads/:upload/urls", signMissing],
  ["/account/listings/:id/attach", attachFile],
] as const;

export function scriptActs(ctx: AccountContext): PageRoute[] {
  return acts.map(([path, act]) => ({
    method: "post",
    path,
    handler: accountFormBy(ctx, (request) => readOwnJson(ctx, request), act),
  }));
}
