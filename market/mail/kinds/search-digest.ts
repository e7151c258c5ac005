/** New matches of an account's saved searches: one mail for all that are due together. */
import { endDigest } from "../../../db/queries/mail-digests.ts";
import { type DigestMailRow, findDigestMail } from "../../../db/queries/saved-searches/digests.ts";
import { dayMs } from "../../../platform/time.ts";
import { viewOffers } from "../../listing/pricing/auction-view.ts";
import { SEARCH_DIGEST_MATCHES_MAX } from "../limits.ts";
import { wordTemplate } from "../templates.ts";
import { unsubscribeUrl } from "../unsubscribe-code.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

export const searchDigestMail: MailKind<PayloadOf<"search_digest">, DigestMailRow> = {
  auditName: "search_mail",
  audited: ["refused"],

  async find(db, { digest_id: digestId }) {
    const row = await findDigestMail(db, { digestId, rowsMax: SEARCH_DIGEST_MATCHES_MAX });
    return row?.endedAt === null ? row : null;
  },

  staleness({ row }, now) {
    if (row.isSuspended || row.matchCount === 0) return "not_so";
    return now.getTime() - row.createdAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ row }) => knownAddress(row),

  compose({ row }, config) {
    const { PUBLIC_BASE_URL: siteUrl, APPROVAL_SECRET: secret } = config;
    const bySearch = Map.groupBy(row.matches, ({ searchId }) => searchId);
    const searches = [...bySearch].map(([id, matches]) => ({
      id,
      name: matches[0]?.searchName ?? "",
      unsubscribeUrl: unsubscribeUrl(siteUrl, secret, { kind: "search", id }),
      matches: matches.map(({ listingId, title, ...offered }) => ({
        listingId,
        title,
        offers: viewOffers(config, offered, row.createdAt).text,
      })),
    }));
    const all = { kind: "account", id: row.accountId } as const;
    const unsubscribeAllUrl = unsubscribeUrl(siteUrl, secret, all);
    const { matchCount, datasetCount } = row;
    const facts = { searches, matchCount, datasetCount, unsubscribeAllUrl };
    return wordTemplate("search_digest", facts, siteUrl);
  },

  key: ({ payload }) => `search_digest/${payload.digest_id}`,

  subject: ({ payload, row }) => ({
    subjectKind: "account",
    subjectId: row.accountId,
    detail: { digest_id: payload.digest_id },
  }),

  end: (tx, { payload }, { now }) => endDigest(tx, "search", { digestId: payload.digest_id, now }),
};
