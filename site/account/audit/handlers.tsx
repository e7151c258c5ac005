/** What is shown at the address of the audit log. */
import { isId } from "../../kit/ids.ts";
import { privatePage } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { AuditPage } from "./list-page.tsx";

export async function showAudit(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const given = url.searchParams.get("before") ?? "";
  const before = isId(given) ? given : undefined;
  const log = await ctx.account.listAudit(owner, before);
  return privatePage(
    <AuditPage {...{ frame, log, isFirst: before === undefined, currency: ctx.config.CURRENCY }} />,
  );
}
