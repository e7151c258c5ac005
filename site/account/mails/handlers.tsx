import { isOptionalTopic } from "../../../market/mail/topics.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { MailsPage } from "./edit-page.tsx";

/** GET /account/mails */
export async function showMails(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
): Promise<Response> {
  const wanted = await ctx.account.viewMailTopics(owner);
  return privatePage(<MailsPage {...{ frame, wanted }} />);
}

/** POST /account/mails */
export async function chooseMails(
  ctx: AccountContext,
  { owner }: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  await ctx.account.chooseMailTopics(owner, form.getAll("topics").filter(isOptionalTopic));
  return redirectTo(withNotice(paths.mails, "mails_chosen"));
}
