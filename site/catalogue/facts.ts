/** What a dataset is, in the few words that lists and pages share. */

import type { DatasetItem } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import { formatByteSize, formatMoney } from "../kit/format.ts";

type Shape = Pick<
  DatasetItem,
  "format" | "compression" | "row_count" | "column_count" | "byte_size"
>;

/** As ["csv", "1,461 rows × 6 columns", "48.2 kB"]; what is not known is left out. */
export function shapeFacts(dataset: Shape): string[] {
  const { format, compression, row_count: rows, column_count: columns, byte_size: bytes } = dataset;
  const facts = [
    compression === null ? format : `${format ?? "file"}, ${compression}`,
    rows === null ? null : counted(rows, "row"),
    columns === null ? null : counted(columns, "column"),
    bytes === null ? null : formatByteSize(bytes),
  ];
  return facts.filter((fact) => fact !== null);
}

/** As "Free" or "$19.99". */
export function priceText(cents: number, currency: string): string {
  return cents === 0 ? "Free" : formatMoney(cents, currency);
}

type Offer = Pick<DatasetItem, "pricing_type" | "price_cents" | "currency" | "auction">;

/** The price, how the auction stands, or both of a hybrid: "$29.00, bid $12.00". */
export function offerText({ pricing_type, price_cents, currency, auction }: Offer): string {
  const price = pricing_type === "auction" ? [] : [priceText(price_cents, currency)];
  return [...price, ...(auction === null ? [] : [bidText(auction)])].join(", ");
}

/** As "bid $12.00", or "bids from $5.00" where there is none yet. */
export function bidText(auction: NonNullable<DatasetItem["auction"]>): string {
  const { bid_count, next_minimum_bid_cents, current_price_cents, currency } = auction;
  if (bid_count === 0) return `bids from ${formatMoney(next_minimum_bid_cents, currency)}`;
  return `bid ${formatMoney(current_price_cents, currency)}`;
}

export function datasetPath(id: string): string {
  return `/datasets/${id}`;
}
