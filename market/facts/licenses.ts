/** Maps a seller's licence text to SPDX; anything uncertain stays unknown. */
import parseExpression from "spdx-expression-parse";
import licenseList from "spdx-license-list";
import type { LicenseFacts } from "../../db/vocabulary/facts.ts";
import {
  combineGroups,
  groupsOfLicense,
  type LicenseGroup,
  licenseTermGroups,
  UNKNOWN_LICENSE,
} from "./license-groups.ts";

/** Makes `CC BY-SA 4.0` equal to `Creative Commons Attribution Share Alike 4.0 International`. */
const sameWords: readonly [RegExp, string][] = [
  [/creative commons/g, "cc"],
  [/attribution/g, "by"],
  [/non ?commercial/g, "nc"],
  [/share ?alike/g, "sa"],
  [/no ?deriv(?:ative|ation)?s?/g, "nd"],
  [/\bcc ?zero\b/g, "cc0"],
  [/\bv(?:ersion)? ?(?=\d)/g, ""],
  [/\b(?:licen[cs]e|the|international|unported|generic|only)\b/g, ""],
  [/(\d)\.0\b/g, "$1"],
];

/** Short names of licences that have only one version. */
const otherNames = new Map(
  Object.entries({
    cc0: "CC0-1.0",
    "cc0 universal": "CC0-1.0",
    odbl: "ODbL-1.0",
    "open database": "ODbL-1.0",
    "odc by": "ODC-By-1.0",
    pddl: "PDDL-1.0",
    "bsd 3 clause": "BSD-3-Clause",
    "bsd 2 clause": "BSD-2-Clause",
  }),
);

const publicDomain =
  /^(?:in )?(?:u\.?s\.? )?public ?domain(?: us government)?$|^u\.?s\.? government works?$/;
/** The United States' page that declares their government's works to be in the public domain. */
const governmentWorks = /^https?:\/\/(?:www\.)?usa\.gov\/government-works\/?$/;

const idsByKey = new Map<string, string | null>();
const idsByLowerCase = new Map<string, string>();
for (const [id, { name }] of Object.entries(licenseList)) {
  idsByLowerCase.set(id.toLowerCase(), id);
  for (const key of new Set([keyOf(id), keyOf(name)])) {
    const known = idsByKey.get(key);
    // A name that two licences share identifies neither.
    idsByKey.set(key, known === undefined || known === id ? id : preferred(known, id));
  }
}

/** `GPL-3.0` is the older spelling of `GPL-3.0-only` and is kept as written. */
function preferred(known: string | null, id: string): string | null {
  return known !== null && id === `${known}-only` ? known : null;
}

function keyOf(text: string): string {
  let key = text.toLowerCase().replace(/[^\p{L}\p{N}.+]+/gu, " ");
  for (const [shape, word] of sameWords) key = key.replace(shape, word);
  return key.replace(/\s+/g, " ").trim();
}

/** A licence followed by the address of its text, as catalogues write it. */
const withAddress = /^(?<name>[^()]+) \((?<address>https?:\/\/[^\s()]+)\)$/;

/** The facts of a licence text; null means that there is no licence. */
export function readLicense(text: string | null): LicenseFacts {
  const written = text?.trim() ?? "";
  const { name, address } = withAddress.exec(written)?.groups ?? {};
  if (name === undefined || address === undefined) return readPlain(written) ?? nothingKnown;
  const [byName, byAddress] = [readPlain(name), readPlain(address)];
  // If name and address point to different licences, neither is certain.
  if (byName?.id && byAddress?.id && byName.id !== byAddress.id) return nothingKnown;
  return byName ?? byAddress ?? nothingKnown;
}

const nothingKnown: LicenseFacts = { id: null, terms: [UNKNOWN_LICENSE] };

function readPlain(written: string): LicenseFacts | null {
  const id = findLicense(written);
  if (id !== null) return { id, terms: termsOf([id], groupsOfLicense(id)) };
  const expression = readExpression(written);
  if (expression !== null) {
    return { id: written, terms: termsOf(expression.ids, expression.groups) };
  }
  const family = familyOfKey(keyOf(written));
  if (family !== null) return { id: null, terms: termsOf([family], groupsOfLicense(family)) };
  const isPublicDomain = publicDomain.test(keyOf(written)) || governmentWorks.test(written);
  return isPublicDomain ? { id: null, terms: termsOf([], groupsOfLicense("CC-PDDC")) } : null;
}

function termsOf(ids: readonly string[], groups: readonly LicenseGroup[]): string[] {
  const named = ids.flatMap((id) => [id, familyOf(id)]).map((id) => id.toLowerCase());
  return [...new Set([...named, ...(groups.length === 0 ? [UNKNOWN_LICENSE] : groups)])];
}

/** An identifier without its version: `CC-BY` for `CC-BY-4.0`. */
function familyOf(id: string): string {
  return id.replace(/-\d+(?:\.\d+)*(?:-.+)?$/, "");
}

const families = new Map<string, string>();
for (const id of Object.keys(licenseList)) families.set(keyOf(familyOf(id)), familyOf(id));

/** A family named without a version, if all its versions grant the same. */
function familyOfKey(key: string): string | null {
  const family = families.get(key);
  return family !== undefined && groupsOfLicense(family).length > 0 ? family : null;
}

/** Whether the text is an SPDX identifier in SPDX's own case. */
export function isLicenseId(text: string): boolean {
  return Object.hasOwn(licenseList, text);
}

/**
 * The identifier that the text is, or whose full name or address it is; null for any other text.
 */
function findLicense(text: string): string | null {
  const exact = idsByLowerCase.get(text.toLowerCase());
  if (exact !== undefined) return exact;
  const byAddress = licenseOfAddress(text);
  if (byAddress !== null) return byAddress;
  const key = keyOf(text);
  return otherNames.get(key) ?? idsByKey.get(key) ?? null;
}

const creativeCommonsAddress =
  /^(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\/(zero|[a-z-]{2,11})\/(\d\.\d)(?:\/([a-z]{2,3}))?\/?(?:(?:legalcode|deed)[\w.]*)?$/i;

function licenseOfAddress(text: string): string | null {
  const [, kind, version, place] = creativeCommonsAddress.exec(text) ?? [];
  if (kind === undefined) return null;
  const name = kind === "zero" ? "CC0" : `CC-${kind}`;
  const id = [name, version, place].filter((part) => part !== undefined).join("-");
  return idsByLowerCase.get(id.toLowerCase()) ?? null;
}

type Read = { ids: string[]; groups: readonly LicenseGroup[] };
type Parsed = ReturnType<typeof parseExpression>;

function readExpression(text: string): Read | null {
  try {
    return readParsed(parseExpression(text));
  } catch {
    return null;
  }
}

function readParsed(parsed: Parsed): Read {
  if ("license" in parsed) {
    return { ids: [parsed.license], groups: groupsOfLicense(parsed.license) };
  }
  const left = readParsed(parsed.left);
  const right = readParsed(parsed.right);
  const groups = combineGroups(left.groups, right.groups, parsed.conjunction);
  return { ids: [...left.ids, ...right.ids], groups };
}

/** The search term for a licence identifier, a family or a group; null for any other text. */
export function licenseTerm(text: string): string | null {
  const lower = text.trim().toLowerCase();
  if (licenseTermGroups.includes(lower)) return lower;
  const id = findLicense(text.trim());
  if (id !== null) return id.toLowerCase();
  return families.get(keyOf(lower))?.toLowerCase() ?? null;
}
