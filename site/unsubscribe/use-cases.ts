/** Ends the mails of saved searches, or one kind of mail, through the links in those mails. */
import type { MailSource } from "../../db/vocabulary/saved-search.ts";
import type { Context } from "../../market/context.ts";
import {
  type MailTopicLink,
  muteMailTopic,
  viewMailTopicLink,
} from "../../market/mail/choose-mails.ts";
import { stopSearchMails, viewSearchMails } from "../../market/mail/stop-search-mails.ts";

export function unsubscribeUseCases(ctx: Context) {
  return {
    /** Null: the link is invalid. */
    viewSearchMails: (source: MailSource, code: string) => viewSearchMails(ctx, source, code),
    /** Null: the link is invalid. */
    viewMailTopicLink: (link: MailTopicLink) => viewMailTopicLink(ctx, link),
    muteMailTopic: (link: MailTopicLink) => muteMailTopic(ctx, link),
    stopSearchMails: (source: MailSource, code: string) => stopSearchMails(ctx, source, code),
  };
}
