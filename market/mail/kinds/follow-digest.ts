/** News of what an account follows: at most one mail a day. */
import { type FollowMailRow, findFollowMail } from "../../../db/queries/follows/digests.ts";
import { endDigest } from "../../../db/queries/mail-digests.ts";
import { dayMs } from "../../../platform/time.ts";
import { viewOffers } from "../../listing/pricing/auction-view.ts";
import { moneyText } from "../../pricing.ts";
import { FOLLOW_DIGEST_NEWS_MAX } from "../limits.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

export const followDigestMail: MailKind<PayloadOf<"follow_digest">, FollowMailRow> = {
  auditName: "follow_mail",
  audited: ["refused"],

  async find(db, { digest_id: digestId }) {
    const row = await findFollowMail(db, { digestId, rowsMax: FOLLOW_DIGEST_NEWS_MAX });
    return row?.endedAt === null ? row : null;
  },

  staleness({ row }, now) {
    if (row.isSuspended || row.newsCount === 0) return "not_so";
    return now.getTime() - row.createdAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ row }) => knownAddress(row),

  compose({ row }, config) {
    const news = row.news.map(({ kind, version, previousPriceCents, ...one }) => ({
      listingId: one.listingId,
      title: one.title,
      sellerName: one.sellerName,
      collection: one.collection,
      version: kind === "published" ? version : null,
      before: previousPriceCents === null ? null : moneyText(previousPriceCents, config.CURRENCY),
      offers: viewOffers(config, one, row.createdAt).text,
    }));
    const facts = { news, newsCount: row.newsCount };
    return wordTemplate("follow_digest", facts, config.PUBLIC_BASE_URL);
  },

  key: ({ payload }) => `follow_digest/${payload.digest_id}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.accountId,
    detail: { digest_id: payload.digest_id },
  }),

  end: (tx, { payload }, { now }) => endDigest(tx, "follow", { digestId: payload.digest_id, now }),
};
