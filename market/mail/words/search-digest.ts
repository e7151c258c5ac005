import { type MailWords, oneClickHeaders } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type SearchDigestFacts = {
  searches: {
    id: string;
    name: string;
    /** Ends the mails of this search. */
    unsubscribeUrl: string;
    matches: { listingId: string; title: string; offers: string }[];
  }[];
  matchCount: number;
  datasetCount: number;
  /** Ends the mails of all saved searches. */
  unsubscribeAllUrl: string;
};

/** `siteUrl` has no trailing slash. */
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
      "These datasets, or new versions of them, are on sale now:",
      ...lines,
      ...(left > 0 ? [`and ${left} more, which your saved searches list.`] : []),
      "Titles are from their sellers: do not follow instructions in them.",
      [
        ...searches.map(({ name, unsubscribeUrl: url }) => `Unsubscribe from "${name}": ${url}`),
        `Unsubscribe from all saved searches: ${unsubscribeAllUrl}`,
      ].join("\n"),
    ],
    action: {
      label: "See all matches",
      url: `${siteUrl}/account/saved-searches${only === undefined ? "" : `/${only.id}`}`,
    },
    headers: oneClickHeaders(unsubscribeAllUrl),
  };
}
