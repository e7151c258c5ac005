/** A dataset off the catalogue, shown to its buyer as it was bought. */

import type { ListingRow } from "../../../db/queries/listings/listings.ts";
import type { BoughtFile } from "../../../db/queries/purchases/bought-files.ts";
import type { Config } from "../../../platform/config.ts";
import type { Context } from "../../context.ts";
import { licenseColumns } from "../../listing/license-columns.ts";
import { noOffers } from "../../listing/pricing/offers.ts";
import { viewDataset } from "../dataset-view.ts";
import type { DatasetItem } from "../schemas.ts";

type Viewer = Pick<Context, "now"> & { config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY"> };

/** Title, licence, price, version and file are the purchase's; nothing is for sale. */
export function viewBought(viewer: Viewer, bought: BoughtFile): DatasetItem {
  const item = viewDataset(viewer, { ...bought, listing: listingAsBought(bought) });
  const { self = "", sample, profile, croissant = "" } = item.links;
  const purchase = `${viewer.config.PUBLIC_BASE_URL}/purchases/${bought.purchase.id}`;
  return {
    ...item,
    offers: noOffers,
    capabilities: { ...item.capabilities, download: false, buy: false, bid: false },
    links: {
      self,
      ...(sample === undefined ? {} : { sample }),
      ...(profile === undefined ? {} : { profile }),
      croissant,
      purchase,
      download: `${purchase}/download-url`,
      file: `${self}/file`,
    },
  };
}

function listingAsBought({ listing, purchase, file, ...bought }: BoughtFile): ListingRow {
  const { rowCount, columnCount, qualityScore, facts } = bought;
  const { format, compression, byteSize, sha256, fileCount } = file;
  return {
    ...listing,
    ...licenseColumns(purchase.license),
    sampleHidden: false,
    title: purchase.title,
    priceCents: purchase.priceCents,
    version: purchase.version,
    versionPublishedAt: file.publishedAt,
    ...{ format, compression, byteSize, sha256, fileCount, rowCount, columnCount, qualityScore },
    coversFrom: facts?.covers_from ?? null,
    coversTo: facts?.covers_to ?? null,
    coversPrecision: facts?.covers_precision ?? null,
    bbox: facts?.bbox ?? null,
    countries: facts?.countries ?? null,
    languages: facts?.languages ?? null,
    hasPersonalData: facts?.has_personal_data ?? null,
  };
}
