/**
 * The picture that other sites show with a link to a dataset. It contains only public data. Pure.
 */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import type { PlacedWords } from "../../../platform/pictures/draw-picture.ts";
import { SITE_NAME } from "../../kit/layout.tsx";
import { priceText, shapeFacts } from "../facts.ts";

/** The size that sites which show link previews recommend. */
export const cardWidth = 1200;
export const cardHeight = 630;

const margin = 64;
const inner = cardWidth - 2 * margin;
const titleCharsMax = 140;
const sellerCharsMax = 60;
const histogramsMax = 6;
const histogramHeight = 110;
const bars = { gap: 32, bottom: cardHeight - 64 };

export type Card = { svg: string; words: PlacedWords[] };

/** The shapes and texts of the card of a dataset on sale. */
export function datasetCard(dataset: DatasetDetail, profile: Profile | null): Card {
  const drawn = (profile?.columns ?? []).flatMap(countsOf).slice(0, histogramsMax);
  const step = (inner + bars.gap) / histogramsMax;
  const pictures = drawn.map(({ counts }, index) =>
    histogramPath(counts, margin + index * step, step - bars.gap),
  );
  const labels = drawn.map(({ name }, index) => ({
    words: shorten(name, 14),
    face: "plain" as const,
    sizePx: 18,
    color: "#5b6470",
    left: Math.round(margin + index * step),
    top: bars.bottom + 12,
    widthMax: Math.round(step - bars.gap),
    heightMax: 26,
  }));
  return { svg: svgOf(pictures.join("")), words: [...headOf(dataset), ...labels] };
}

function headOf(dataset: DatasetDetail): PlacedWords[] {
  const title = shorten(dataset.title, titleCharsMax);
  const facts = shapeFacts(dataset).join(" · ");
  const seller = `By ${shorten(dataset.seller.name, sellerCharsMax)}`;
  const line = { face: "plain" as const, sizePx: 28, left: margin, widthMax: inner, heightMax: 40 };
  return [
    { ...line, words: SITE_NAME, sizePx: 24, color: "#0f5f8c", top: margin - 20 },
    {
      ...{ words: title, face: "bold", color: "#15202b", left: margin, top: 96, widthMax: inner },
      ...titleSize(title),
    },
    { ...line, words: seller, color: "#5b6470", top: 312 },
    { ...line, words: facts === "" ? "Data" : facts, color: "#15202b", top: 358 },
    { ...line, face: "bold", words: saleText(dataset), color: "#0f5f8c", top: 404 },
  ];
}

function titleSize(title: string): { sizePx: number; heightMax: number } {
  if (title.length <= 48) return { sizePx: 60, heightMax: 200 };
  return { sizePx: title.length <= 90 ? 48 : 38, heightMax: 200 };
}

/**
 * Leaves out auction prices: they change by the minute, while other sites cache a picture for days.
 */
function saleText({ pricing_type, price_cents, currency }: DatasetDetail): string {
  if (pricing_type === "auction") return "Sold by auction";
  const price = priceText(price_cents, currency);
  return pricing_type === "hybrid" ? `${price}, or by auction` : price;
}

function countsOf(column: ColumnProfile): { name: string; counts: readonly number[] }[] {
  const { name, histogram, time_histogram: times, top_values: top } = column;
  const counts = (histogram ?? times)?.counts ?? top?.map(({ count }) => count);
  return counts === undefined || counts.length === 0 ? [] : [{ name, counts }];
}

function histogramPath(counts: readonly number[], left: number, width: number): string {
  const most = Math.max(...counts, 1);
  const step = width / counts.length;
  return counts
    .map((count, index) => {
      if (count === 0) return "";
      const tall = Math.max(2, (histogramHeight * count) / most).toFixed(1);
      const bar = (step * 0.85).toFixed(1);
      return `M${(left + index * step).toFixed(1)} ${bars.bottom}v-${tall}h${bar}v${tall}z`;
    })
    .join("");
}

function svgOf(path: string): string {
  const size = `width="${cardWidth}" height="${cardHeight}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<rect ${size} fill="#fbfcfd"/><rect width="${cardWidth}" height="12" fill="#0f5f8c"/>`,
    `<path d="${path}" fill="#2f86b8"/></svg>`,
  ].join("");
}

/** Cuts between whole characters. */
function shorten(text: string, charsMax: number): string {
  const line = [...text.replace(/\s+/g, " ")];
  return line.length <= charsMax ? line.join("") : `${line.slice(0, charsMax - 1).join("")}…`;
}
