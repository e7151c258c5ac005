/** The bytes of the demo's files, with the licences and sources stated by their packages. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { DemoDataset, DemoFormat } from "./demo-dataset.ts";
import { patternPictures } from "./made/pictures.ts";
import { customerExport, greenhouseSensors, powerPrices, shopOrders } from "./made/tables.ts";
import { openPackageMetadata } from "./package-metadata.ts";

export type DemoFile = {
  body: Blob;
  contentType: string;
  license: string;
  /** A sentence for the description. */
  sources: string;
};

type PackageName = Exclude<DemoDataset["from"], "vega-datasets" | "made">;

const contentTypes: Record<DemoFormat, string> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  jsonl: "application/x-ndjson",
  geojson: "application/geo+json",
  parquet: "application/vnd.apache.parquet",
  zip: "application/zip",
};

const makers: Record<string, () => string | Promise<Uint8Array<ArrayBuffer>>> = {
  "shop-orders": shopOrders,
  "customer-export": customerExport,
  "power-prices": powerPrices,
  "greenhouse-sensors": greenhouseSensors,
  "pattern-pictures": patternPictures,
};

/** Reads or generates one file. Rejects if its package states no licence for it. */
export function openDemoFiles(): (dataset: DemoDataset) => Promise<DemoFile> {
  const vegaMetadataOf = openPackageMetadata();
  return async ({ from, file, format }) => {
    const contentType = contentTypes[format];
    if (from === "made") return { ...(await makeFile(file)), contentType };
    if (from === "vega-datasets") {
      const { path, license, sources } = vegaMetadataOf(file);
      return { body: Bun.file(path), contentType, license, sources };
    }
    return { ...readPackageFile(from, file), contentType };
  };
}

async function makeFile(name: string): Promise<Omit<DemoFile, "contentType">> {
  const make = makers[name];
  if (make === undefined) throw new Error(`Nothing makes the demo file ${name}.`);
  const body = new Blob([await make()]);
  return {
    body,
    license: "CC0-1.0",
    sources: "Generated for this demo by a program with a fixed seed; it contains no real data.",
  };
}

const packageSchema = z.object({ version: z.string(), license: z.string() });

function readPackageFile(name: PackageName, file: string): Omit<DemoFile, "contentType"> {
  const packageFile = Bun.resolveSync(`${name}/package.json`, import.meta.dir);
  const { version, license } = packageSchema.parse(JSON.parse(readFileSync(packageFile, "utf8")));
  const path = join(dirname(packageFile), file);
  const body =
    name === "spdx-license-list" ? new Blob([licenceLines(readFileSync(path, "utf8"))]) : undefined;
  const sources = `Source: the file ${file} of the npm package ${name} ${version}.`;
  return { body: body ?? Bun.file(path), license, sources };
}

const licencesSchema = z.record(
  z.string(),
  z.object({
    name: z.string(),
    url: z.string().optional(),
    osiApproved: z.boolean(),
    licenseText: z.string(),
  }),
);

/** Converts the package's single object to one line per licence. */
function licenceLines(text: string): string {
  const licences = Object.entries(licencesSchema.parse(JSON.parse(text)));
  return licences
    .map(([id, { licenseText, ...facts }]) => JSON.stringify({ id, ...facts, text: licenseText }))
    .join("\n");
}
