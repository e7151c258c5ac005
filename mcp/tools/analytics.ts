import { analytics } from "../../market/analytics/contract.ts";
import type { AnalyticsView, UnmetSearchesView } from "../../market/analytics/schemas.ts";
import { counted } from "../../market/counted.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted } from "../untrusted.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";

/** One tool for how datasets are used, and for what nobody offers yet. */
export const analyticsTools = toolsOf(analytics, {
  readAnalytics: {
    async result(call, { show, ...query }) {
      if (show === "demand") {
        const structured = await call.request(analytics.listUnmetSearches, { query: {} });
        return { ...tellDemand(structured), structured };
      }
      const structured = await call.request(analytics.readAnalytics, { query });
      return { ...tellUse(structured), structured };
    },
  },
});

type Figures = AnalyticsView["totals"][number] | AnalyticsView["items"][number];

function tellUse({ since, totals, items, pagination }: AnalyticsView) {
  const lines = [
    ...totals.map((total) => `Last ${total.days} days: ${figuresText(total)}`),
    `Since ${since}.${moreOf(pagination)}`,
    // A day without any figure says nothing.
    ...items
      .filter(({ views, samples, queries, downloads, purchases, dataset }) =>
        dataset !== null ? true : views + samples + queries + downloads + purchases > 0,
      )
      .map((item) => `- ${item.day ?? `dataset ${item.dataset?.id}`}: ${figuresText(item)}`),
  ];
  return {
    text: lines.join("\n"),
    untrusted: items.some(({ dataset }) => dataset !== null) ? ["/items/*/dataset/title"] : [],
  };
}

function figuresText({ views, samples, queries, downloads, purchases }: Figures): string {
  return [
    count(views, "view"),
    count(samples, "sample"),
    counted(queries, "query", "queries"),
    count(downloads, "download"),
    count(purchases, "purchase"),
  ].join(", ");
}

function tellDemand({ since, items }: UnmetSearchesView) {
  const head =
    items.length === 0
      ? `No search that several buyers made found nothing since ${since}.`
      : `Searches since ${since} that found nothing that fits:`;
  const lines = items.map(
    ({ words, searches }) => `- ${quoted(words)}: ${counted(searches, "search", "searches")}`,
  );
  return {
    text: [head, ...lines].join("\n"),
    untrusted: items.length === 0 ? [] : ["/items/*/words"],
  };
}
