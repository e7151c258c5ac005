/** The patterns and checks for each kind of personal data. */
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { isBareId } from "./bare-ids.ts";
import {
  ibanLengthByCountry,
  isIban,
  isInCardRange,
  isInternationalNumber,
  isIpv4,
  isIpv6,
  passesLuhn,
} from "./checks.ts";
import { writtenIds } from "./national-ids.ts";
import { isRoleAddress } from "./role-accounts.ts";
import { secretPattern, secretTail } from "./secrets.ts";

/** File names of high-density images are not e-mail addresses: `logo@2x.png`. */
export const densePicturePattern = "@[0-9](?:\\.[0-9])?x\\.[a-z]{3,4}$";

/** Shortest run of characters without a blank that may be a secret. */
export const secretCharsMin = 16;

/** Counts of the characters that personal data consists of. */
export type Marks = { digits: number; colons: number; dots: number; at: number; run: number };

/** Checks a match and returns its end, which may be before the match's; null if it is nothing. */
type Accept = (found: string, text: string, start: number) => { end: number; sure: boolean } | null;

export type Finder = {
  kind: PiiKind;
  /** Whether a text with these counts may contain it. */
  mayBeIn: (marks: Marks) => boolean;
  pattern: RegExp;
  accept: Accept;
};

const sureWhole: Accept = (found, _text, start) => ({ end: start + found.length, sure: true });
const likelyWhole: Accept = (found, _text, start) => ({ end: start + found.length, sure: false });

function when(isOne: (found: string) => boolean, accept: Accept): Accept {
  return (found, text, start) => (isOne(found) ? accept(found, text, start) : null);
}

const densePicture = new RegExp(densePicturePattern);
const writtenShapes = writtenIds.map((id) => ({ ...id, whole: new RegExp(`^(?:${id.pattern})$`) }));

function digitsFrom(count: number): Finder["mayBeIn"] {
  return ({ digits }) => digits >= count;
}

/** One pattern finds all written ids; their own forms and rules decide which one it is. */
const acceptWrittenId: Accept = (found, _text, start) => {
  const id = writtenShapes.find(({ whole, isValid }) => whole.test(found) && isValid(found));
  return id ? { end: start + found.length, sure: id.sure } : null;
};

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/** Grouped digits of a card are certain; an ungrouped run passes by chance, one in ten. */
const acceptCard: Accept = (found, _text, start) => {
  const digits = digitsOf(found);
  if (!isInCardRange(Number(digits)) || !passesLuhn(digits)) return null;
  return { end: start + found.length, sure: /^\d{4}[ -]\d{4}[ -]/.test(found) };
};

/** Words after an account number look like its own groups after a blank. */
const acceptIban: Accept = (found, _text, start) => {
  const length = ibanLengthByCountry.get(found.slice(0, 2).toUpperCase());
  if (length === undefined) return null;
  let taken = 0;
  let end = 0;
  while (end < found.length && taken < length) {
    if (/[^ -]/.test(found[end] ?? "")) taken++;
    end++;
  }
  const compact = found.slice(0, end).replaceAll(/[ -]/g, "");
  const upper = compact.toUpperCase();
  // Letters of mixed case are another code that passes by chance.
  const isMixed = compact !== upper && compact !== compact.toLowerCase();
  return !isMixed && isIban(upper) ? { end: start + end, sure: true } : null;
};

const versionBefore = /(?:\bv(?:er(?:sion|\.)?)?|release|build|firmware)[ :=]*$/i;

/** Four small numbers are a version as often as an address. */
const acceptIpv4: Accept = (found, text, start) => {
  if (!isIpv4(found) || versionBefore.test(text.slice(Math.max(0, start - 12), start))) return null;
  const sure = found.split(".").some((octet) => Number(octet) > 31);
  return { end: start + found.length, sure };
};

/** Characters that may not stand directly before or after a separate number. */
const alone = { before: "(?<![\\p{L}\\p{N}_.+-])", after: "(?![\\p{L}\\p{N}_]|[.-]\\d)" };

function bounded(pattern: string, flags = "gu"): RegExp {
  return new RegExp(`${alone.before}(?:${pattern})${alone.after}`, flags);
}

/** A social security number with the given separators. */
function ssnOf(first: string, second: string): string {
  return `(?!000|666|9)\\d{3}${first}(?!00)\\d{2}${second}(?!0000)\\d{4}`;
}

const northAmerican = "(?:1[ .-])?(?:\\([2-9]\\d{2}\\) ?|[2-9]\\d{2}[ .-])[2-9]\\d{2}[ .-]\\d{4}";
/** Words directly before a telephone number, and before a national id. */
const phoneWords =
  "(?:(?:tele|mobile |cell )?phone|tel|telefono|telefon|fax|mobile?|cell|call|whatsapp)(?: ?(?:no|nr|number))?(?: is)?[.:]{0,2}\\s{0,2}";
const ssnWords = "(?:ssn|social security(?: (?:no|number))?)(?: is)?[.:#]{0,2} {0,2}";
const idWords =
  "(?:pesel|personnummer|pnr|kimlik|tckn|aadhaar|steuer-?id|idnr|bsn|cpf|rrn|sin|nas|nir|social insurance|identity|national id|(?:citizen|personal|african|turkish|swedish|polish|finnish|rsa) id|id (?:number|no|nr)|resident number)[\\p{L} .]{0,14}[:#]{0,2} {0,2}";

/** A pattern of digits that count because of the words before them. */
function spoken(words: string, digits: string): RegExp {
  return new RegExp(`(?<=(?<!\\p{L})${words})(?:${digits})(?![\\p{N}\\p{L}]|[.-]\\d)`, "giu");
}

/** Near the words for a call, a date is more likely than a number that begins like a date. */
const dateShape =
  /^(?:(?:19|20)\d{2}([-/.])(?:0\d|1[0-2])\1\d{2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2})(?!\d)/;

/** The digits of a telephone number without its extension. */
const extension = "(?: ?(?:x|ext\\.?) ?\\d{1,6})?";
const extensionShape = new RegExp(`${extension}$`, "i");
const localPhone = `\\(?\\d(?:[ ()./-]{0,2}\\d){6,13}${extension}`;
const phoneDigitsOf = (found: string): string => digitsOf(found.replace(extensionShape, ""));
const isUndated = (found: string): boolean => !dateShape.test(found);
/** Separators between digits distinguish a telephone number from an amount or a key. */
const isDialled = (found: string): boolean => isUndated(found) && /\d[ ()./-]+\d/.test(found);
const isDialledAbroad = (found: string): boolean =>
  isInternationalNumber(phoneDigitsOf(found).slice(2));
/** Words that ask for a call, and words next to numbers on letterheads. */
const callWords =
  "(?:(?:call|reach|ring|dial|text|contact|answering|messages?|connect)(?: (?:me|us|him|her|them|back))?(?: (?:at|on|to|through|under))?|(?:desk|office|support line|hotline):)[.:]{0,2}\\s{0,2}";
const behindPhone =
  "(?=[ -]{0,2}(?:office|fax|mobile|cell|desk)(?:\\s*$|\\s*[-\\d+(,;\\\\\\n]| (?:office|fax|mobile|desk)))";

const cardWords = "(?:card|cc)(?:[.,:]? ?(?:no|nr|num|number))?(?: is)?[.:#?]{0,2} {0,2}#?\\s{0,2}";

/** Longer and more certain kinds come first: a finding is not examined again by later finders. */
export const finders: readonly Finder[] = [
  {
    kind: "secret",
    mayBeIn: ({ run }) => run >= secretCharsMin,
    pattern: new RegExp(`(?:${secretPattern})${secretTail}`, "gu"),
    accept: sureWhole,
  },
  {
    kind: "email",
    mayBeIn: ({ at }) => at > 0,
    pattern:
      /[\p{L}\p{N}._%+-](?:[\p{L}\p{N}._%+'-]{0,63})@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/gu,
    accept: when((found) => !densePicture.test(found) && !isRoleAddress(found), sureWhole),
  },
  {
    kind: "iban",
    mayBeIn: digitsFrom(8),
    pattern: bounded("[A-Za-z]{2}\\d{2}(?:[ -]?[A-Za-z0-9]){11,30}"),
    accept: acceptIban,
  },
  {
    kind: "national_id",
    mayBeIn: digitsFrom(4),
    pattern: bounded(writtenIds.map(({ pattern }) => pattern).join("|")),
    accept: acceptWrittenId,
  },
  {
    kind: "national_id",
    mayBeIn: digitsFrom(9),
    pattern: spoken(idWords, "\\d(?:[ .-]?\\d){8,17}"),
    accept: when((found) => isBareId(digitsOf(found)), sureWhole),
  },
  {
    kind: "payment_card",
    mayBeIn: digitsFrom(13),
    pattern: bounded("[2-6]\\d{3}(?:[ -]?\\d){9,15}"),
    accept: acceptCard,
  },
  {
    kind: "payment_card",
    mayBeIn: digitsFrom(12),
    pattern: spoken(cardWords, "\\d(?:[ -]?\\d){11,18}"),
    accept: when((found) => passesLuhn(digitsOf(found)), sureWhole),
  },
  {
    kind: "mac_address",
    mayBeIn: ({ run }) => run > 16,
    pattern: bounded("(?<![:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\\1[0-9A-Fa-f]{2}){4}(?![:-])"),
    accept: when((found) => /[^0:-]/.test(found) && !/^(?:ff[:-]?)+$/i.test(found), sureWhole),
  },
  {
    kind: "mac_address",
    mayBeIn: ({ dots }) => dots > 1,
    pattern: bounded("(?:[0-9A-Fa-f]{4}\\.){2}[0-9A-Fa-f]{4}"),
    accept: when((found) => /[A-Fa-f]/.test(found) && /\d/.test(found), sureWhole),
  },
  { kind: "us_ssn", mayBeIn: digitsFrom(9), pattern: bounded(ssnOf("-", "-")), accept: sureWhole },
  {
    kind: "us_ssn",
    mayBeIn: digitsFrom(9),
    pattern: spoken(ssnWords, "\\d{3}[ .-]?\\d{2}[ .-]?\\d{4}"),
    accept: sureWhole,
  },
  {
    kind: "us_ssn",
    mayBeIn: digitsFrom(9),
    pattern: bounded(ssnOf("([ .])", "\\1")),
    accept: likelyWhole,
  },
  {
    kind: "ip_address",
    mayBeIn: ({ colons }) => colons > 1,
    pattern:
      /(?<![\p{L}\p{N}_:.])[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]{0,39}:[0-9A-Fa-f:.]{0,39}[0-9A-Fa-f](?![\p{L}\p{N}_:])/gu,
    accept: when(isIpv6, sureWhole),
  },
  {
    kind: "ip_address",
    mayBeIn: ({ dots }) => dots > 2,
    pattern: bounded("\\d{1,3}(?:\\.\\d{1,3}){3}"),
    accept: acceptIpv4,
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(7),
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_+])\\+[1-9](?:[ ()./-]{0,2}\\d){6,14}(?!\\d)${extension}`,
      "giu",
    ),
    accept: when((found) => isInternationalNumber(phoneDigitsOf(found)), sureWhole),
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(10),
    pattern: bounded(`${northAmerican}${extension}`, "giu"),
    accept: sureWhole,
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(7),
    pattern: spoken(phoneWords, localPhone),
    accept: when(isUndated, sureWhole),
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(9),
    pattern: bounded(`00[1-9](?:[ ./-]{0,2}\\d){7,14}${extension}`, "giu"),
    accept: when((found) => isDialled(found) && isDialledAbroad(found), likelyWhole),
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(7),
    pattern: spoken(callWords, localPhone),
    accept: when(isDialled, likelyWhole),
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(7),
    pattern: bounded(`${localPhone}${behindPhone}`, "giu"),
    accept: when(isUndated, likelyWhole),
  },
  {
    kind: "phone",
    mayBeIn: digitsFrom(8),
    pattern: bounded("0\\d{1,4}[- ]\\d{3,4}[- ]?\\d{3,4}"),
    accept: likelyWhole,
  },
];
