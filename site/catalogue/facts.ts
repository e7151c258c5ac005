/** Short facts about a dataset that lists and pages share. */

import type { DatasetItem } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import { formatByteSize } from "../../market/format.ts";
import { type Offers, offersText } from "../../market/listing/pricing/offers.ts";
import { moneyText } from "../../market/pricing.ts";

type Shape = Pick<
  DatasetItem,
  "format" | "compression" | "row_count" | "column_count" | "byte_size"
>;

/** For example ["csv", "1,461 rows × 6 columns", "48.2 kB"]; unknown facts are left out. */
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

/** For example "Free" or "$19.99". */
export function priceText(cents: number, currency: string): string {
  return cents === 0 ? "Free" : moneyText(cents, currency);
}

/** The current price: "Free", "$29.00" or "$29.00 to buy now, $12.00 for the next bid". */
export function offerText({ offers, currency }: { offers: Offers; currency: string }): string {
  return offersText(offers, { money: (cents) => moneyText(cents, currency), free: "Free" });
}

export function datasetPath(id: string): string {
  return `/datasets/${id}`;
}

/** A picture of the dataset's sample; `row`: its row, from 0. */
export function picturePath(id: string, row: number): string {
  return `${datasetPath(id)}/pictures/${row}`;
}
