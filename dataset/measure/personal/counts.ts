/** How many values of a column are or hold personal data, by kind. */
import type { Expr } from "nodejs-polars";
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { BareIdCounts } from "./bare-ids.ts";
import { isIban, isInternationalNumber, isIpv4, isIpv6, passesLuhn } from "./checks.ts";
import { namesPassword, namesPhone, namesSsn, namesVersion } from "./column-words.ts";
import { emailPattern, findPersonal, mayHoldPersonal } from "./find-personal.ts";
import { densePicturePattern } from "./finders.ts";
import { isCardInteger } from "./integers.ts";

const shapes =
  "(?:\\+?\\(?[0-9][0-9 ()./-]{5,22}[0-9]|[A-Za-z]{2}[0-9]{2} ?[A-Za-z0-9 ]{11,34}|(?:[0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:[0-9]{1,3}\\.){0,3}[0-9]{0,3})";

/** Lets through all values that `classify` accepts, e-mail addresses aside; cheap for every value. */
export const shapeGate = `^${shapes}$`;

/** Counts the e-mail addresses of a text column, and the values that have the shape of other kinds. */
export function countPersonal(column: Expr): [emails: Expr, shapes: Expr] {
  const addresses = column.filter(column.str.contains(emailPattern));
  const emails = addresses.str.contains(densePicturePattern).not().sum();
  return [emails, column.str.contains(shapeGate).sum()];
}

/** As `shapeGate` for text inside JSON: the rows that it finds are parsed and looked at. */
export const nestedGate = `"${shapes}"|${emailPattern}`;

const nestedShape = new RegExp(nestedGate);
/** Whether a nested value is among those that are parsed and looked at. */
export function holdsNestedShape(json: string): boolean {
  return nestedShape.test(json);
}

/** No other kind is longer. */
const shapeLengthMax = 64;
const emailShape = new RegExp(emailPattern);
const densePicture = new RegExp(densePicturePattern);
/** Whether a text is among those that `countPersonal` counts as addresses. */
export function holdsAddress(text: string): boolean {
  return emailShape.test(text) && !densePicture.test(text);
}

const gate = new RegExp(shapeGate);

/** Whether a text is among those that `countPersonal` counts by their shape. */
export function isShaped(text: string): boolean {
  return gate.test(text);
}

/** An e-mail address and nothing else, which is counted among all values. */
const loneAddress = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}$/;
const ssnShape = /^(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const cardShape = /^[2-6](?:[ -]?\d){12,18}$/;
const ibanShape = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/i;
const internationalShape = /^\+[1-9](?:[ ()./-]{0,2}\d){6,14}$/;
const northAmericanShape = /^(?:1[ .-]\d{3}|\(?[2-9]\d{2}\)?)[ .-] ?\d{3}[ .-]\d{4}$/;
/** Digits that are a telephone number only where the column says so. */
const barePhoneShape = /^\(?\d(?:[ ()./-]{0,2}\d){6,14}$/;
const bareIdShape = /^(?=[\d -]{9,22}$)\d+(?:([ -])\d+(?:\1\d+)*)?$/;
const hexHashShape = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

function isPhone(value: string): boolean {
  if (internationalShape.test(value)) return isInternationalNumber(value.replaceAll(/\D/g, ""));
  return northAmericanShape.test(value);
}

/** The kind of personal data that a value is (or, for e-mail addresses, contains), or null. */
export function classify(value: string): PiiKind | null {
  if (holdsAddress(value)) return "email";
  if (value.length > shapeLengthMax) return null;
  if (ssnShape.test(value)) return "us_ssn";
  if (isIpv4(value) || isIpv6(value)) return "ip_address";
  const compact = value.replaceAll(/[ -]/g, "");
  if (cardShape.test(value) && passesLuhn(compact)) return "payment_card";
  if (ibanShape.test(value) && isIban(compact.toUpperCase())) return "iban";
  if (isPhone(value)) return "phone";
  return null;
}

/** Digits that are of a kind where their column is. */
const bareShapes: Partial<Record<PiiKind, (value: string) => boolean>> = {
  phone: (value) => barePhoneShape.test(value),
  us_ssn: (value) => /^\d{9}$/.test(value),
  national_id: (value) => bareIdShape.test(value),
  secret: (value) => hexHashShape.test(value),
};

/** Whether a value is, or holds, personal data of a kind that its column was found to have. */
export function looksPersonal(value: string, kind: PiiKind): boolean {
  if (classify(value) === kind || bareShapes[kind]?.(value)) return true;
  return mayHoldPersonal(value) && findPersonal(value).some((found) => found.kind === kind);
}

/** The kinds of personal data in a nested JSON value, its keys included. */
function classifyNested(value: unknown): Set<PiiKind> {
  const kinds = new Set<PiiKind>();
  const visit = (inner: unknown): void => {
    if (typeof inner === "string") {
      const kind = classify(inner);
      if (kind) kinds.add(kind);
    } else if (typeof inner === "object" && inner !== null) {
      if (!Array.isArray(inner)) for (const key of Object.keys(inner)) visit(key);
      for (const child of Object.values(inner)) visit(child);
    }
  };
  visit(value);
  return kinds;
}

/** Kinds that chance alone produces: unless they are sure they count as a good part of a column. */
const ratioMin: Readonly<Record<PiiKind, number>> = {
  email: 0,
  us_ssn: 0.3,
  iban: 0,
  mac_address: 0,
  secret: 0,
  ip_address: 0.05,
  phone: 0.05,
  payment_card: 0.3,
  national_id: 0.3,
};

/** Kinds that a value as a whole is never by chance. */
const sureAsWhole: ReadonlySet<PiiKind> = new Set(["us_ssn", "iban"]);

/** Digits without further marks say what they are only by the name of their column. */
const namedRatioMin = 0.5;

/** Running text is searched in so many values of a column, of those that may hold something. */
const lookedValuesMax = 5_000;

/** Texts of which `mayHold` tells, without reading them, those in which `mayHoldPersonal` finds nothing. */
export type SearchedTexts = {
  readonly length: number;
  at(index: number): string | undefined;
  mayHold?(index: number): boolean;
};

/** A finding of a column: `count` of its values, `ratio` of all that are not missing. */
export type PiiFinding = { kind: PiiKind; count: number; ratio: number };

type Tally = { sure: number; likely: number };

/**
 * How many values of a column look like personal data, by kind. Values that are nothing else are
 * counted exactly, running text by its first values.
 */
export class PiiCounts {
  readonly #whole = new Map<PiiKind, number>();
  readonly #inText = new Map<PiiKind, Tally>();
  readonly #bareIds = new BareIdCounts();
  #barePhones = 0;
  #bareSsns = 0;
  #hexHashes = 0;
  #searched = 0;
  #suspected = 0;
  #looked = 0;

  add(kind: PiiKind, count: number): void {
    if (count > 0) this.#whole.set(kind, (this.#whole.get(kind) ?? 0) + count);
  }

  addText(value: string): void {
    const kind = classify(value);
    if (kind) this.add(kind, 1);
    else if (value.length < shapeLengthMax && barePhoneShape.test(value)) this.#barePhones++;
  }

  /** Searches a column's first values for what stands in running text. */
  search(values: SearchedTexts): void {
    this.#searched += values.length;
    for (let at = 0; at < values.length; at++) {
      if (!this.#bareIds.open && values.mayHold && !values.mayHold(at)) continue;
      const value = values.at(at) ?? "";
      if (this.#bareIds.open)
        this.#bareIds.add(bareIdShape.test(value) ? value.replaceAll(/[ -]/g, "") : "");
      if (loneAddress.test(value) || !mayHoldPersonal(value)) continue;
      this.#suspected++;
      if (this.#looked >= lookedValuesMax) continue;
      this.#looked++;
      if (hexHashShape.test(value)) this.#hexHashes++;
      this.#lookInto(value);
    }
  }

  #lookInto(value: string): void {
    const found = new Map<PiiKind, boolean>();
    for (const { kind, sure } of findPersonal(value)) {
      found.set(kind, sure || found.get(kind) === true);
    }
    for (const [kind, sure] of found) {
      const tally = this.#inText.get(kind) ?? { sure: 0, likely: 0 };
      tally[sure ? "sure" : "likely"]++;
      this.#inText.set(kind, tally);
    }
  }

  /** Adds the JSON of a nested value; a value counts once for each kind that it holds. */
  addNested(json: string): void {
    for (const kind of classifyNested(JSON.parse(json))) this.add(kind, 1);
  }

  /** Adds what `bareDigits` counts in a column of integers. */
  addBareDigits(phones: number, ssns: number): void {
    this.#barePhones += phones;
    this.#bareSsns += ssns;
  }

  /** Adds the card numbers among integers. */
  addCards(integers: Float64Array): void {
    let cards = 0;
    for (let i = 0; i < integers.length; i++) {
      if (isCardInteger(integers[i] as number)) cards++;
    }
    this.add("payment_card", cards);
  }

  /** Looks for national ids among integers; of numbers beyond 2^53 the last digits are not known. */
  addIntegerIds(integers: Float64Array): void {
    for (let i = 0; i < integers.length && this.#bareIds.open; i++) {
      const value = integers[i] as number;
      this.#bareIds.add(Number.isSafeInteger(value) && value > 0 ? String(value) : "");
    }
  }

  /** The findings of a column that are worth reporting, most frequent first. */
  findings(columnName: string, valueCount: number): PiiFinding[] {
    if (valueCount === 0) return [];
    const counts = this.#certain(columnName, valueCount);
    const addNamed = (kind: PiiKind, count: number, isNamed: boolean): void => {
      if (count > 0 && isNamed && count / valueCount >= namedRatioMin) {
        // Digits alone may have been found in running text as well.
        counts.set(kind, Math.min(valueCount, (counts.get(kind) ?? 0) + count));
      }
    };
    const ids = this.#bareIds.estimate(valueCount, columnName);
    if (ids > (counts.get("national_id") ?? 0)) counts.set("national_id", ids);
    // A column of ids is none of cards or telephones, whose looser rules they pass as well.
    const isIds = ids >= valueCount * namedRatioMin;
    if (isIds) for (const kind of ["payment_card", "phone"] as const) counts.delete(kind);
    addNamed("phone", isIds ? 0 : this.#barePhones, namesPhone(columnName));
    addNamed("us_ssn", this.#bareSsns, namesSsn(columnName));
    addNamed("secret", this.#stretch(this.#hexHashes, valueCount), namesPassword(columnName));
    return [...counts]
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({ kind, count, ratio: count / valueCount }))
      .sort((a, b) => b.count - a.count);
  }

  /** Counts by kind, less those that chance explains. */
  #certain(columnName: string, valueCount: number): Map<PiiKind, number> {
    const counts = new Map<PiiKind, number>();
    for (const kind of Object.keys(ratioMin) as PiiKind[]) {
      if (kind === "ip_address" && namesVersion(columnName)) continue;
      const { sure, likely } = this.#inText.get(kind) ?? { sure: 0, likely: 0 };
      const whole = this.#whole.get(kind) ?? 0;
      const all = Math.max(whole, this.#stretch(sure + likely, valueCount));
      const isMany = all / valueCount >= ratioMin[kind];
      // E-mail addresses were counted in all values, so there is nothing to estimate.
      const few = Math.max(sureAsWhole.has(kind) ? whole : 0, this.#stretch(sure, valueCount));
      const count = kind === "email" ? whole : isMany ? all : few;
      if (count > 0) counts.set(kind, Math.min(count, valueCount));
    }
    return counts;
  }

  /** What a count among the values that were looked at stands for in the whole column. */
  #stretch(found: number, valueCount: number): number {
    if (found === 0) return 0;
    const suspected = (found * this.#suspected) / this.#looked;
    return Math.max(1, Math.round((suspected * valueCount) / this.#searched));
  }
}
