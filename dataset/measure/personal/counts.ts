/** Counts personal data in a column, by kind. */
import type { Expr } from "nodejs-polars";
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { BareIdCounts } from "./bare-ids.ts";
import { isIban, isInternationalNumber, isIpv4, isIpv6, passesLuhn } from "./checks.ts";
import {
  namesCard,
  namesIp,
  namesNationalId,
  namesPassword,
  namesPhone,
  namesSsn,
  namesVersion,
} from "./column-words.ts";
import { emailPattern, findPersonal, mayHoldPersonal } from "./find-personal.ts";
import { densePicturePattern } from "./finders.ts";
import { isCardInteger } from "./integers.ts";
import { isRoleAddress } from "./role-accounts.ts";

const shapes =
  "(?:\\+?\\(?[0-9][0-9 ()./-]{5,22}[0-9]|[A-Za-z]{2}[0-9]{2} ?[A-Za-z0-9 ]{11,34}|(?:[0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:[0-9]{1,3}\\.){0,3}[0-9]{0,3})";

/** A cheap filter that matches every value that `classify` accepts, apart from e-mail addresses. */
export const shapeGate = `^${shapes}$`;

/** Counts the e-mail addresses of a text column, and the values shaped like other kinds. */
export function countPersonal(column: Expr): [emails: Expr, shapes: Expr] {
  const addresses = column.filter(column.str.contains(emailPattern));
  const emails = addresses.str.contains(densePicturePattern).not().sum();
  return [emails, column.str.contains(shapeGate).sum()];
}

/** `shapeGate` for text inside JSON: matching rows are parsed and examined. */
export const nestedGate = `"${shapes}"|${emailPattern}`;

const nestedShape = new RegExp(nestedGate);
/** Whether a nested value has to be parsed and examined. */
export function holdsNestedShape(json: string): boolean {
  return nestedShape.test(json);
}

/** No other kind is longer. */
const shapeLengthMax = 64;
const emailShape = new RegExp(emailPattern);
const densePicture = new RegExp(densePicturePattern);
/** Whether `countPersonal` counts the text as an address. */
export function holdsAddress(text: string): boolean {
  return emailShape.test(text) && !densePicture.test(text);
}

const gate = new RegExp(shapeGate);

/** Whether `countPersonal` counts the text by its shape. */
export function isShaped(text: string): boolean {
  return gate.test(text);
}

/** Only an e-mail address; these are counted among all values. */
const loneAddress = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}$/;
const ssnShape = /^(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const cardShape = /^[2-6](?:[ -]?\d){12,18}$/;
const ibanShape = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/i;
const internationalShape = /^\+[1-9](?:[ ()./-]{0,2}\d){6,14}$/;
const northAmericanShape = /^(?:1[ .-]\d{3}|\(?[2-9]\d{2}\)?)[ .-] ?\d{3}[ .-]\d{4}$/;
/** Digits that are a telephone number only if the column's name says so. */
const barePhoneShape = /^\(?\d(?:[ ()./-]{0,2}\d){6,14}$/;
/** Digits that are a card only if the column's name says so. */
const bareCardShape = /^\d(?:[ -]?\d){12,18}$/;
const bareIdShape = /^(?=[\d -]{9,22}$)\d+(?:([ -])\d+(?:\1\d+)*)?$/;
/** Digits, or digits with a letter, that are an id of a person only if the column's name says so. */
const idDigitsShape = /^[A-Z]{0,3}[ -]?\d(?:[ .-]?\d){5,17}[ .-]?[A-Z]?$/i;
const hexHashShape = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

function isPhone(value: string): boolean {
  if (internationalShape.test(value)) return isInternationalNumber(value.replaceAll(/\D/g, ""));
  return northAmericanShape.test(value);
}

/** The kind of personal data that a value is (or, for e-mail addresses, contains), or null. */
export function classify(value: string): PiiKind | null {
  const kind = classifyShape(value);
  return kind === "email" && isRoleAddress(value) ? null : kind;
}

/** Like `classify`, but an institution's address is one too. */
function classifyShape(value: string): PiiKind | null {
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

/** Shapes of bare digits, for columns known to be of that kind. */
const bareShapes: Partial<Record<PiiKind, (value: string) => boolean>> = {
  phone: (value) => barePhoneShape.test(value),
  us_ssn: (value) => /^\d{9}$/.test(value),
  national_id: (value) => bareIdShape.test(value),
  secret: (value) => hexHashShape.test(value),
};

/** Whether a value is or contains personal data of a kind found in its column. */
export function looksPersonal(value: string, kind: PiiKind): boolean {
  if (classify(value) === kind || bareShapes[kind]?.(value)) return true;
  return mayHoldPersonal(value) && findPersonal(value).some((found) => found.kind === kind);
}

/** The kinds of personal data in a nested JSON value, including its keys. */
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

/**
 * Kinds that occur by chance: unless certain, they count only as a large enough share of a column.
 */
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

/** Addresses begin with any number, versions with a small one. */
const versionStart = /^(?:[12]?\d|3[01])\./;
const versionShareMin = 0.8;

/** Kinds that a whole value never matches by chance. */
const sureAsWhole: ReadonlySet<PiiKind> = new Set(["us_ssn", "iban"]);

/** No card number is smaller: 13 digits. */
const bareCardMin = 1e12;

/** Bare digits count only if the column's name supports it and this share of values match. */
const namedRatioMin = 0.5;

/** Most addresses of a column that are judged as a role's or a person's: each takes 2 µs. */
const judgedAddressesMax = 1_000;

/** Most values of a column to search as running text, among those that may contain something. */
const lookedValuesMax = 5_000;

/**
 * Texts with a cheap test: `mayHold` is false for texts in which `mayHoldPersonal` would find
 * nothing and, if asked for, that have no e-mail address.
 */
export type SearchedTexts = {
  readonly length: number;
  at(index: number): string | undefined;
  mayHold?(index: number, orAddress: boolean): boolean;
};

/** A column's finding: `count` of its values, `ratio` of all non-missing ones. */
export type PiiFinding = { kind: PiiKind; count: number; ratio: number };

type Tally = { sure: number; likely: number };

/**
 * Counts values that look like personal data, by kind. Values that consist of it are counted
 * exactly; running text is estimated from the first values.
 */
export class PiiCounts {
  readonly #whole = new Map<PiiKind, number>();
  readonly #inText = new Map<PiiKind, Tally>();
  readonly #bareIds = new BareIdCounts();
  #barePhones = 0;
  #bareSsns = 0;
  #bareCards = 0;
  #hexHashes = 0;
  /** Among the searched values: those with an address, and those whose address is a role's. */
  #addresses = 0;
  #roleAddresses = 0;
  #idDigits = 0;
  /** Values shaped like IPv4 addresses, and those that begin like a version. */
  #ipv4 = 0;
  #lowIpv4 = 0;
  #searched = 0;
  #suspected = 0;
  #looked = 0;

  add(kind: PiiKind, count: number): void {
    if (count > 0) this.#whole.set(kind, (this.#whole.get(kind) ?? 0) + count);
  }

  addText(value: string): void {
    const kind = classifyShape(value);
    if (kind === "ip_address" && value.includes(".")) {
      this.#ipv4++;
      if (versionStart.test(value)) this.#lowIpv4++;
    }
    if (kind) this.add(kind, 1);
    else if (bareCardShape.test(value)) this.#bareCards++;
    if (
      (kind === null || kind === "ip_address") &&
      value.length < shapeLengthMax &&
      barePhoneShape.test(value)
    )
      this.#barePhones++;
  }

  /** Searches a column's first values for personal data in running text. */
  search(values: SearchedTexts): void {
    this.#searched += values.length;
    for (let at = 0; at < values.length; at++) {
      const judgesAddresses = this.#addresses < judgedAddressesMax;
      if (!this.#bareIds.open && values.mayHold?.(at, judgesAddresses) === false) continue;
      const value = values.at(at) ?? "";
      if (this.#bareIds.open)
        this.#bareIds.add(bareIdShape.test(value) ? value.replaceAll(/[ -]/g, "") : "");
      if (judgesAddresses && value.includes("@") && holdsAddress(value)) {
        this.#addresses++;
        if (isRoleAddress(value)) this.#roleAddresses++;
      }
      if (loneAddress.test(value) || !mayHoldPersonal(value)) continue;
      this.#suspected++;
      if (this.#looked >= lookedValuesMax) continue;
      this.#looked++;
      if (hexHashShape.test(value)) this.#hexHashes++;
      if (idDigitsShape.test(value)) this.#idDigits++;
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

  /** Adds the JSON of a nested value, which counts once for each kind in it. */
  addNested(json: string): void {
    for (const kind of classifyNested(JSON.parse(json))) this.add(kind, 1);
  }

  /** Adds the counts of `bareDigits` for a column of integers. */
  addBareDigits(phones: number, ssns: number): void {
    this.#barePhones += phones;
    this.#bareSsns += ssns;
  }

  /** Adds the card numbers among integers. */
  addCards(integers: Float64Array): void {
    let cards = 0;
    for (let i = 0; i < integers.length; i++) {
      const integer = integers[i] as number;
      if (isCardInteger(integer)) cards++;
      else if (integer >= bareCardMin) this.#bareCards++;
    }
    this.add("payment_card", cards);
  }

  /** Searches integers for national ids. Integers beyond 2^53 have lost their last digits. */
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
      // Other values of the column may have the kind's own form.
      const all = Math.min(valueCount, (counts.get(kind) ?? 0) + count);
      if (count > 0 && isNamed && all / valueCount >= namedRatioMin) counts.set(kind, all);
    };
    const ids = this.#bareIds.estimate(valueCount, columnName);
    if (ids > (counts.get("national_id") ?? 0)) counts.set("national_id", ids);
    // If a column holds ids, its values also pass the looser rules for cards and telephones, which
    // are ignored then.
    const isIds = ids >= valueCount * namedRatioMin;
    if (isIds) for (const kind of ["payment_card", "phone"] as const) counts.delete(kind);
    addNamed("phone", isIds ? 0 : this.#barePhones, namesPhone(columnName));
    addNamed("us_ssn", this.#bareSsns, namesSsn(columnName));
    addNamed("payment_card", isIds ? 0 : this.#bareCards, namesCard(columnName));
    addNamed(
      "national_id",
      counts.has("national_id") ? 0 : this.#barePhones + this.#stretch(this.#idDigits, valueCount),
      namesNationalId(columnName) || (namesSsn(columnName) && !counts.has("us_ssn")),
    );
    addNamed("secret", this.#stretch(this.#hexHashes, valueCount), namesPassword(columnName));
    return [...counts]
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({ kind, count, ratio: count / valueCount }))
      .sort((a, b) => b.count - a.count);
  }

  /** Counts by kind, without kinds that chance explains. */
  #certain(columnName: string, valueCount: number): Map<PiiKind, number> {
    const counts = new Map<PiiKind, number>();
    for (const kind of Object.keys(ratioMin) as PiiKind[]) {
      if (kind === "ip_address" && this.#areNumbers(columnName)) continue;
      const { sure, likely } = this.#inText.get(kind) ?? { sure: 0, likely: 0 };
      const whole = this.#whole.get(kind) ?? 0;
      const all = Math.max(whole, this.#stretch(sure + likely, valueCount));
      const isMany = all / valueCount >= ratioMin[kind];
      // E-mail addresses were counted in all values; only the share of roles' is estimated.
      const few = Math.max(sureAsWhole.has(kind) ? whole : 0, this.#stretch(sure, valueCount));
      const count = kind === "email" ? this.#ofPeople(whole) : isMany ? all : few;
      if (count > 0) counts.set(kind, Math.min(count, valueCount));
    }
    return counts;
  }

  /** Whether numbers with three points are versions or telephone numbers. */
  #areNumbers(columnName: string): boolean {
    if (namesVersion(columnName) || namesPhone(columnName)) return true;
    return !namesIp(columnName) && this.#lowIpv4 >= this.#ipv4 * versionShareMin && this.#ipv4 > 0;
  }

  /** The addresses that are no role's, by the share among the searched values. */
  #ofPeople(addresses: number): number {
    if (this.#roleAddresses === 0) return addresses;
    return Math.round(addresses * (1 - this.#roleAddresses / this.#addresses));
  }

  /** Scales a count among the examined values up to the whole column. */
  #stretch(found: number, valueCount: number): number {
    if (found === 0) return 0;
    const suspected = (found * this.#suspected) / this.#looked;
    return Math.max(1, Math.round((suspected * valueCount) / this.#searched));
  }
}
