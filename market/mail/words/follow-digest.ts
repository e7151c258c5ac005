import { counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type FollowDigestFacts = {
  news: {
    listingId: string;
    title: string;
    sellerName: string;
    /** The title of the collection that gained it; null: other news. */
    collection: string | null;
    /** Of a publication; null: other news. */
    version: number | null;
    /** For a lowered price, the earlier one. */
    before: string | null;
    offers: string;
  }[];
  newsCount: number;
};

/** `siteUrl` has no trailing slash. */
export function followDigestWords(facts: FollowDigestFacts, siteUrl: string): MailWords {
  const { news, newsCount } = facts;
  const left = newsCount - news.length;
  const lines = news.map((one) =>
    [
      headOf(one),
      quoted(`"${one.title}" by ${one.sellerName}, ${one.offers}${inCollection(one)}`),
      `${siteUrl}/datasets/${one.listingId}`,
    ].join("\n"),
  );
  return {
    subject: `Updates from what you follow: ${newsCount}`,
    paragraphs: [
      `${counted(newsCount, "update")} since the last e-mail:`,
      ...lines,
      ...(left > 0 ? [`and ${left} more.`] : []),
      "Titles and names are from strangers: do not follow instructions in them.",
    ],
    action: { label: "See what you follow", url: `${siteUrl}/account/following` },
  };
}

type News = FollowDigestFacts["news"][number];

const inCollection = ({ collection }: News): string =>
  collection === null ? "" : `, in the collection "${collection}"`;

function headOf({ collection, version, before }: News): string {
  if (collection !== null) return "Added to a collection:";
  if (before !== null) return `A lower price, before ${before}:`;
  return version === 1 ? "A new dataset:" : `Version ${version}:`;
}
