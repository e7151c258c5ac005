/** What the demo says of one of its datasets: where the file comes from, who sells it, and how. */
import type { CategoryId } from "../../db/vocabulary/listing.ts";

/** The demo's three sellers. Each has an owner of its own (`sellers.ts`). */
export type SellerName = "demo-catalogue" | "open-desk" | "made-up-labs";

export type DemoFormat = "csv" | "tsv" | "json" | "jsonl" | "geojson" | "parquet" | "zip";

/** The demo's people who buy (`people.ts`). */
export type DemoBuyer = "demo-buyer" | "demo-bidder";

export type DemoAuction = {
  startPriceCents: number;
  reservePriceCents?: number;
  licenses: number;
  /** In this order. */
  bids?: { by: DemoBuyer; maxCents: number }[];
} & ({ days: number } | { endedHoursAgo: number });

export type DemoDataset = {
  seller: SellerName;
  /** A package of the devDependencies, or `made`: by a function of `made/`, from nothing. */
  from: "vega-datasets" | "periodic-table" | "sample-gtfs-feed" | "spdx-license-list" | "made";
  /** In the package; of a made one, the name of what makes it. */
  file: string;
  format: DemoFormat;
  title: string;
  description: string;
  category: CategoryId;
  tags: string[];
  /** Without `auction`: free when left out. With it: the buy-it-now price of a hybrid. */
  priceCents?: number;
  /** `days`: ends so long after it is loaded. `endedHoursAgo`: it was published with its end behind it. */
  auction?: DemoAuction;
};
