/** The licence that a seller names, as SPDX knows it: what is not known for sure stays unknown. */
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

/** So that `CC BY-SA 4.0` and `Creative Commons Attribution Share Alike 4.0 International` are one. */
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

/** Short names of licences of which there is one version. */
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
/** Where the United States say that works of their government are in the public domain. */
const governmentWorks = /^https?:\/\/(?:www\.)?usa\.gov\/government-works\/?$/;

const idsByKey = new Map<string, string | null>();
const idsByLowerCase = new Map<string, string>();
for (const [id, { name }] of Object.entries(licenseList)) {
  idsByLowerCase.set(id.toLowerCase(), id);
  for (const key of new Set([keyOf(id), keyOf(name)])) {
    const known = idsByKey.get(key);
    // A name that two licences share tells neither.
    idsByKey.set(key, known === undefined || known === id ? id : preferred(known, id));
  }
}

/** `GPL-3.0` is the older spelling of `GPL-3.0-only`, and kept as it is written. */
function preferred(known: string | null, id: string): string | null {
  return known !== null && id === `${known}-only` ? known : null;
}

function keyOf(text: string): string {
  let key = text.toLowerCase().replace(/[^\p{L}\p{N}.+]+/gu, " ");
  for (const [shape, word] of sameWords) key = key.replace(shape, word);
  return key.replace(/\s+/g, " ").trim();
}

/** A licence with the address of its text behind it, as catalogues write it. */
const withAddress = /^(?<name>[^()]+) \((?<address>https?:\/\/[^\s()]+)\)$/;

/** What is known of a licence by what the seller wrote of it; null stands for no licence. */
export function readLicense(text: string | null): LicenseFacts {
  const written = text?.trim() ?? "";
  const { name, address } = withAddress.exec(written)?.groups ?? {};
  if (name === undefined || address === undefined) return readPlain(written) ?? nothingKnown;
  const [byName, byAddress] = [readPlain(name), readPlain(address)];
  // Where the two name different licences, neither is known to be meant.
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

/** An identifier without its version: `CC-BY` of `CC-BY-4.0`. */
function familyOf(id: string): string {
  return id.replace(/-\d+(?:\.\d+)*(?:-.+)?$/, "");
}

const families = new Map<string, string>();
for (const id of Object.keys(licenseList)) families.set(keyOf(familyOf(id)), familyOf(id));

/** A family that was named without a version, where all of its versions allow the same. */
function familyOfKey(key: string): string | null {
  const family = families.get(key);
  return family !== undefined && groupsOfLicense(family).length > 0 ? family : null;
}

/** Whether it is an identifier of SPDX, written as SPDX writes it. */
export function isLicenseId(text: string): boolean {
  return Object.hasOwn(licenseList, text);
}

/** The identifier that a text is, or names by its full name or address; null where it does neither. */
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

/**
 * The term by which a search finds a licence: of an identifier, a family without version or a group;
 * null for anything else.
 */
export function licenseTerm(text: string): string | null {
  const lower = text.trim().toLowerCase();
  if (licenseTermGroups.includes(lower)) return lower;
  const id = findLicense(text.trim());
  if (id !== null) return id.toLowerCase();
  return families.get(keyOf(lower))?.toLowerCase() ?? null;
}
