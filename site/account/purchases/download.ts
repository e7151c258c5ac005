import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { type CsvCell, csvAmount } from "../../kit/csv.ts";

export const purchaseColumns = [
  "purchase_id",
  "ordered_at",
  "dataset_id",
  "dataset_title",
  "dataset_version",
  "licence",
  "status",
  "price",
  "currency",
  "api_key",
  "paid_at",
  "released_at",
  "refunded_at",
  "sha256",
];

export function purchaseCells(purchase: PurchaseView): CsvCell[] {
  return [
    purchase.id,
    purchase.created_at,
    purchase.dataset_id,
    purchase.dataset_title,
    purchase.dataset_version,
    purchase.dataset_license,
    purchase.status,
    csvAmount(purchase.price_cents),
    purchase.currency,
    purchase.metadata.api_key_name,
    purchase.paid_at,
    purchase.released_at,
    purchase.refunded_at,
    purchase.sha256,
  ];
}
