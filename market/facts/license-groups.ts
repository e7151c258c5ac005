/** Groups SPDX licences by what they allow and require; only where that is certain. Pure. */

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

/** The search term for licences that are not recognised. */
export const UNKNOWN_LICENSE = "unknown";

/** The licence search terms that are not identifiers. */
export const licenseTermGroups: readonly string[] = [...licenseGroups, UNKNOWN_LICENSE];

/** Permissions: one of two alternative licences must grant them; if both apply, both must. */
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

/** Families by prefix, longer ones first. Creative Commons licences are read by their parts. */
const families: readonly [RegExp, readonly LicenseGroup[]][] = [
  [/^(CC0|CC-PDDC|CC-PDM|PDDL|Unlicense$|DL-DE-ZERO)/, dedicated],
  [/^(ODbL|CDLA-Sharing|[AL]?GPL|MPL-2|EPL|EUPL|OSL|CECILL-2|GFDL.*no-invariants)/, shared],
  [/^(ODC-By|OGL-(UK|Canada)|etalab-2|DL-DE-BY-2|NLOD|CDLA-Permissive|O-UDA|OGC)/, credited],
  [/^(MIT-0|0BSD)$/, free],
  [/^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BSL-1\.0|Zlib|PostgreSQL)$/, credited],
];

/** Empty for an unknown licence, which then grants nothing. */
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

/** The groups of `A OR B`, where the buyer chooses one, or of `A AND B`, where both apply. */
export function combineGroups(
  left: readonly LicenseGroup[],
  right: readonly LicenseGroup[],
  conjunction: "and" | "or",
): LicenseGroup[] {
  // The requirements and permissions of an unknown licence are unknown.
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
