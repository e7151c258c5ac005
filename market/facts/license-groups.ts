/** What a licence allows and asks for, by its SPDX identifier: a group is said only where it is known. Pure. */

export const licenseGroups = [
  "open",
  "public-domain",
  "allows-commercial-use",
  "allows-derivatives",
  "attribution",
  "share-alike",
  "non-commercial",
  "no-derivatives",
] as const;
export type LicenseGroup = (typeof licenseGroups)[number];

/** What a search for what nobody knows is called. */
export const UNKNOWN_LICENSE = "unknown";

/** The terms of a licence that are no identifiers. */
export const licenseTermGroups: readonly string[] = [...licenseGroups, UNKNOWN_LICENSE];

/** Of two licences to choose from one allows it; of two that both bind, both have to. */
const permissions: ReadonlySet<LicenseGroup> = new Set([
  "open",
  "public-domain",
  "allows-commercial-use",
  "allows-derivatives",
]);

const free: LicenseGroup[] = ["open", "allows-commercial-use", "allows-derivatives"];
const dedicated: LicenseGroup[] = [...free, "public-domain"];
const credited: LicenseGroup[] = [...free, "attribution"];
const shared: LicenseGroup[] = [...credited, "share-alike"];

/** Families by their beginning, the longer one first. Creative Commons is read by its parts instead. */
const families: readonly [RegExp, readonly LicenseGroup[]][] = [
  [/^(CC0|CC-PDDC|CC-PDM|PDDL|Unlicense$|DL-DE-ZERO)/, dedicated],
  [/^(ODbL|CDLA-Sharing|[AL]?GPL|MPL-2|EPL|EUPL|OSL|CECILL-2|GFDL.*no-invariants)/, shared],
  [/^(ODC-By|OGL-(UK|Canada)|etalab-2|DL-DE-BY-2|NLOD|CDLA-Permissive|O-UDA|OGC)/, credited],
  [/^(MIT-0|0BSD)$/, free],
  [/^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BSL-1\.0|Zlib|PostgreSQL)$/, credited],
];

/** Empty where nothing is known of the licence, which allows nothing then. */
export function groupsOfLicense(id: string): readonly LicenseGroup[] {
  const parts = /^CC-((?:BY|NC|ND|SA)(?:-(?:NC|ND|SA|BY))*)(?:-|$)/.exec(id)?.[1];
  if (parts !== undefined) return groupsOfCreativeCommons(new Set(parts.split("-")));
  return families.find(([shape]) => shape.test(id))?.[1] ?? [];
}

function groupsOfCreativeCommons(parts: ReadonlySet<string>): LicenseGroup[] {
  const isNonCommercial = parts.has("NC");
  const isWhole = parts.has("ND");
  const groups: [LicenseGroup, boolean][] = [
    ["open", !isNonCommercial && !isWhole],
    ["allows-commercial-use", !isNonCommercial],
    ["allows-derivatives", !isWhole],
    ["attribution", parts.has("BY")],
    ["share-alike", parts.has("SA")],
    ["non-commercial", isNonCommercial],
    ["no-derivatives", isWhole],
  ];
  return groups.flatMap(([group, holds]) => (holds ? [group] : []));
}

/** The groups of `A OR B`, of which a buyer takes one, or of `A AND B`, which both bind. */
export function combineGroups(
  left: readonly LicenseGroup[],
  right: readonly LicenseGroup[],
  conjunction: "and" | "or",
): LicenseGroup[] {
  // Of one that nobody knows neither what it asks for nor what it allows is known.
  if (conjunction === "and" && (left.length === 0 || right.length === 0)) return [];
  if (left.length === 0 || right.length === 0) return [...left, ...right].filter(isPermission);
  return licenseGroups.filter((group) => {
    const isAny = isPermission(group) === (conjunction === "or");
    const holds = [left.includes(group), right.includes(group)];
    return isAny ? holds.some(Boolean) : holds.every(Boolean);
  });
}

function isPermission(group: LicenseGroup): boolean {
  return permissions.has(group);
}
