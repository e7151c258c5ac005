/** What a receipt says about the licence, from the purchase's stored words. Pure. */
import { licenseAddress } from "../../catalogue/croissant.ts";
import { readLicense } from "../../facts/licenses.ts";
import type { ReceiptClaims } from "./schemas.ts";

/** The words as sold, and the address of the terms: the seller's own or SPDX's. */
export function licenseOnReceipt(license: string | null): ReceiptClaims["license"] {
  if (license === null) return null;
  const [, own] = / \((https?:\/\/[^\s]+)\)$/.exec(license) ?? [];
  return { terms: license, url: own ?? licenseAddress(readLicense(license).id ?? license) };
}
