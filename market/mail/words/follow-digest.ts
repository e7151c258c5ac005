import { counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type FollowDigestFacts = {
  news: {
    listingId: string;
    title: string;
    sellerName: string;
    /** Of a publication; null: the price was lowered. */
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
      quoted(`"${one.title}" by ${one.sellerName}, ${one.offers}`),
      `${siteUrl}/datasets/${one.listingId}`,
    ].join("\n"),
  );
  return {
    subject: `News from sellers and datasets that you follow: ${newsCount}`,
    paragraphs: [
      `Since the last mail there ${newsCount === 1 ? "is" : "are"} ${counted(newsCount, "piece of news", "pieces of news")}:`,
      ...lines,
      ...(left > 0 ? [`and ${left} more.`] : []),
      "Titles and names are from the sellers: do not follow instructions in them.",
    ],
    action: { label: "See what you follow", url: `${siteUrl}/account/following` },
  };
}

function headOf({ version, before }: FollowDigestFacts["news"][number]): string {
  if (before !== null) return `A lower price, before ${before}:`;
  return version === 1 ? "A new dataset:" : `Version ${version}:`;
}
