import { auditParties } from "../../../market/audit/schemas.ts";
import { isId } from "../../kit/ids.ts";
import { privatePage } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { AuditPage, type AuditPartyFilter } from "./list-page.tsx";

/** GET /account/audit: the whole log, or the entries of one program, key or agent. */
export async function showAudit(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const asked = readAsked(url);
  const before = idIn(url, "before");
  const query = { ...(asked === null ? {} : { [asked.name]: asked.id }), before };
  const log = await ctx.account.listAudit(owner, query);
  const page = { frame, log, asked, isFirst: before === undefined, currency: ctx.config.CURRENCY };
  return privatePage(<AuditPage {...page} />);
}

function readAsked(url: URL): AuditPartyFilter | null {
  for (const name of auditParties) {
    const id = idIn(url, name);
    if (id !== undefined) return { name, id };
  }
  return null;
}

function idIn(url: URL, name: string): string | undefined {
  const given = url.searchParams.get(name) ?? "";
  return isId(given) ? given : undefined;
}
