/** Licences and sources of the demo files, from the `datapackage.json` of their npm package. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { LICENSE_CHARS_MAX } from "../../market/limits.ts";

const namedLink = z.object({
  name: z.string().nullish(),
  title: z.string().nullish(),
  path: z.string().nullish(),
});
const packageSchema = z.object({
  version: z.string(),
  resources: z.array(
    z.object({
      path: z.string(),
      licenses: z.array(namedLink).default([]),
      sources: z.array(namedLink).default([]),
    }),
  ),
});

/** Licences that the package names in words and that have an SPDX identifier. */
const spdxIdentifiers: Record<string, string> = {
  "Creative Commons Attribution 4.0": "CC-BY-4.0",
  "Creative Commons Attribution 4.0 International": "CC-BY-4.0",
  "Creative Commons Zero 1.0 Universal": "CC0-1.0",
  "CC0 1.0 Universal": "CC0-1.0",
};

export type FileMetadata = { path: string; license: string; sources: string };

/** Reads the metadata of one file. Throws if the package states no licence for it. */
export function openPackageMetadata(): (file: string) => FileMetadata {
  const packageFile = Bun.resolveSync("vega-datasets/package.json", import.meta.dir);
  const folder = dirname(packageFile);
  const text = readFileSync(join(folder, "datapackage.json"), "utf8");
  const { version, resources } = packageSchema.parse(JSON.parse(text));
  return (file) => {
    const resource = resources.find(({ path }) => path === file);
    const stated = resource?.licenses[0];
    if (resource === undefined || stated === undefined) {
      throw new Error(`vega-datasets ${version} states no licence for ${file}.`);
    }
    const sources = resource.sources.flatMap(({ title }) => title ?? []);
    return {
      path: join(folder, "data", file),
      license: licenseOf(stated),
      sources: `Source: ${sources.join("; ")}. Taken from the npm package vega-datasets ${version}.`,
    };
  };
}

/** An SPDX identifier, or the package's own words with the address of the terms if it fits. */
function licenseOf(stated: z.infer<typeof namedLink>): string {
  const words = stated.title ?? stated.name ?? "";
  const name = spdxIdentifiers[words] ?? words;
  const withAddress = stated.path ? `${name} (${stated.path})` : name;
  return withAddress.length <= LICENSE_CHARS_MAX ? withAddress : name.slice(0, LICENSE_CHARS_MAX);
}
