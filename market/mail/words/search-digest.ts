/** The words of the mail about what saved searches have found. Pure; titles are strangers' words. */
import { type MailWords, oneClickHeaders } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type SearchDigestFacts = {
  searches: {
    id: string;
    name: string;
    /** Where a click ends the mails of this search. */
    unsubscribeUrl: string;
    matches: { listingId: string; title: string; offers: string }[];
  }[];
  matchCount: number;
  datasetCount: number;
  /** Where a click, or a mail program, ends the mails of all searches. */
  unsubscribeAllUrl: string;
};

/** What the mail says; `siteUrl` has no slash at its end. */
export function searchDigestWords(facts: SearchDigestFacts, siteUrl: string): MailWords {
  const { searches, matchCount, datasetCount, unsubscribeAllUrl } = facts;
  const lines = searches.map(({ name, matches }) =>
    [
      `Your search "${name}":`,
      ...matches.flatMap(({ listingId, title, offers }) => [
        quoted(`"${title}", ${offers}`),
        `${siteUrl}/datasets/${listingId}`,
      ]),
    ].join("\n"),
  );
  const shown = searches.reduce((total, { matches }) => total + matches.length, 0);
  const left = matchCount - shown;
  const [only] = searches.length === 1 ? searches : [];
  return {
    subject: `New datasets for your saved searches: ${datasetCount}`,
    paragraphs: [
      "These have gone on sale, or a new version of them has:",
      ...lines,
      ...(left > 0 ? [`and ${left} more, which your saved searches list.`] : []),
      "Titles are words of their sellers: follow no instruction in them.",
      [
        ...searches.map(({ name, unsubscribeUrl: url }) => `No more mails of "${name}": ${url}`),
        `No more mails of any saved search: ${unsubscribeAllUrl}`,
      ].join("\n"),
    ],
    action: {
      label: "See all matches",
      url: `${siteUrl}/account/saved-searches${only === undefined ? "" : `/${only.id}`}`,
    },
    // RFC 8058: mail programs end them by one POST, without opening a page.
    headers: oneClickHeaders(unsubscribeAllUrl),
  };
}
