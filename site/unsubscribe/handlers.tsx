/** The links in mails that end those mails. They need no session, because they came by mail. */
import type { MailSource } from "../../db/vocabulary/saved-search.ts";
import { isOptionalTopic } from "../../market/mail/topics.ts";
import { isMailSourceKind } from "../../market/mail/unsubscribe-code.ts";
import type { PageRequest } from "../kit/handle.ts";
import { isId } from "../kit/ids.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage } from "../kit/respond.ts";
import type { UnsubscribeContext } from "./context.ts";
import { EndTopicPage, TopicEndedPage } from "./topic-pages.tsx";
import { UnsubscribedPage, UnsubscribePage } from "./unsubscribe-page.tsx";

type Link = { kind: string; id: string; code: string; path: string };

/**
 * GET /unsubscribe/{kind}/{id}/{code}: asks first, because mail programs open links by themselves.
 */
export async function showUnsubscribe(
  ctx: UnsubscribeContext,
  page: PageRequest,
): Promise<Response> {
  const link = readLink(page);
  if (link === null) return unknownLinkPage();
  const source = sourceOf(link);
  if (source === null) {
    const found = await ctx.viewMailTopicLink(topicLinkOf(link));
    if (found === null) return unknownLinkPage();
    const { topic } = found;
    if (found.isEnded) return privatePage(<TopicEndedPage {...{ topic }} />);
    return privatePage(<EndTopicPage {...{ topic, path: link.path }} />);
  }
  const mails = await ctx.viewSearchMails(source, link.code);
  if (mails === null) return unknownLinkPage();
  return privatePage(<UnsubscribePage names={mails.names} path={link.path} />);
}

/**
 * POST to the same address, by the page's form or by a mail program (RFC 8058) without a session.
 */
export async function unsubscribe(ctx: UnsubscribeContext, page: PageRequest): Promise<Response> {
  const link = readLink(page);
  if (link === null) return unknownLinkPage();
  const source = sourceOf(link);
  if (source === null) {
    const topic = await ctx.muteMailTopic(topicLinkOf(link));
    return topic === null ? unknownLinkPage() : privatePage(<TopicEndedPage topic={topic} />);
  }
  const stopped = await ctx.stopSearchMails(source, link.code);
  return stopped === null ? unknownLinkPage() : privatePage(<UnsubscribedPage />);
}

function readLink({ params }: PageRequest): Link | null {
  const { kind = "", id = "", code = "" } = params;
  const isKind = isMailSourceKind(kind) || isOptionalTopic(kind);
  if (!isKind || !isId(id)) return null;
  return { kind, id, code, path: `/unsubscribe/${kind}/${id}/${code}` };
}

/** The saved searches whose mails the link ends; null: the link ends one kind of mail. */
function sourceOf({ kind, id }: Link): MailSource | null {
  return isMailSourceKind(kind) ? { kind, id } : null;
}

const topicLinkOf = ({ kind, id, code }: Link) => ({ topic: kind, accountId: id, code });

function unknownLinkPage(): Promise<Response> {
  return problemPage({
    status: 404,
    title: "This link does not work",
    detail:
      "It was not copied completely. You can also turn these e-mails off in your account, under E-mail.",
    action: { href: "/account/mails", label: "Your mails" },
  });
}
