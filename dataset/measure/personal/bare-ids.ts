/**
 * National ids without punctuation. Their check digits fit one number in ten or a hundred by
 * chance, so a whole column has to fit, and for the weaker rules also its name or the surrounding
 * words.
 */
import { wordsOf } from "./column-words.ts";
import { type IdCheck, idChecks, isKorean, isSouthAfrican } from "./national-ids.ts";

type BareId = {
  digits: number;
  isValid: IdCheck;
  /** Required column names; null if the rule is strict enough without. */
  words: RegExp | null;
};

const swedish = idChecks.personnummer;
/** Sweden's numbers without the hyphen that the rule requires. */
const isBareSwedish: IdCheck = (text) => swedish(`${text.slice(0, -4)}-${text.slice(-4)}`);

const bareIds: readonly BareId[] = [
  { digits: 9, isValid: idChecks.bsn, words: /\bbsn\b|burgerservice|sofinummer/ },
  { digits: 9, isValid: idChecks.sin, words: /\bsin\b|\bnas\b|social insurance/ },
  { digits: 10, isValid: isBareSwedish, words: /personnummer|\bpnr\b/ },
  { digits: 10, isValid: idChecks.cpr, words: /\bcpr\b/ },
  { digits: 11, isValid: idChecks.cpf, words: null },
  { digits: 11, isValid: idChecks.pesel, words: null },
  { digits: 11, isValid: idChecks.fodselsnummer, words: null },
  { digits: 11, isValid: idChecks.steuerId, words: null },
  { digits: 11, isValid: idChecks.tcKimlik, words: null },
  { digits: 11, isValid: idChecks.belgianNn, words: null },
  { digits: 12, isValid: idChecks.aadhaar, words: null },
  { digits: 12, isValid: isBareSwedish, words: null },
  { digits: 13, isValid: isSouthAfrican, words: null },
  { digits: 13, isValid: idChecks.swissSsn, words: null },
  { digits: 13, isValid: isKorean, words: /\brrn\b|resident registration/ },
  { digits: 15, isValid: idChecks.nir, words: null },
  { digits: 18, isValid: idChecks.ric, words: null },
];

/** Names of columns that may hold ids of any country. */
const anyCountry =
  /national id|identity (?:card|number)|citizen id|social insurance|tax(?:payer)? id/;

function fits(id: BareId, digits: string): boolean {
  // A repeated digit passes many rules but is nobody's number.
  return id.digits === digits.length && id.isValid(digits) && !/^(\d)\1+$/.test(digits);
}

/** Whether digits are a national id of any country, for use when the surrounding words say so. */
export function isBareId(digits: string): boolean {
  return bareIds.some((id) => fits(id, digits));
}

/** After this many values it is known whether a rule is worth further checks. */
const trialValues = 32;
const shareMin = 0.5;
/** A check takes 5 µs: in a longer column the share represents the rest. */
const checkedValuesMax = 20_000;

type Tally = { id: BareId; seen: number; passed: number };

/** Counts the bare national ids in a column, by the rule that fits most values. */
export class BareIdCounts {
  readonly #tallies: readonly Tally[] = bareIds.map((id) => ({ id, seen: 0, passed: 0 }));
  /** The rules that further values can still affect; evaluated for every value of a column. */
  #open = [...this.#tallies];

  /** Whether further values can still affect the result. */
  get open(): boolean {
    return this.#open.length > 0;
  }

  add(text: string): void {
    let closes = false;
    for (const tally of this.#open) {
      tally.seen++;
      if (fits(tally.id, text)) tally.passed++;
      if (!isOpen(tally)) closes = true;
    }
    if (closes) this.#open = this.#open.filter(isOpen);
  }

  /** Estimated number of national ids among the `count` values of a column with this name. */
  estimate(count: number, columnName: string): number {
    const name = wordsOf(columnName).join(" ");
    const shares = this.#tallies
      .filter(({ id, seen }) => seen > 0 && isNamed(id, name))
      .map(({ seen, passed }) => passed / seen);
    const share = Math.max(0, ...shares);
    return share < shareMin ? 0 : Math.round(share * count);
  }
}

function isNamed({ words }: BareId, name: string): boolean {
  return words === null || words.test(name) || anyCountry.test(name);
}

function isOpen({ seen, passed }: Tally): boolean {
  if (seen >= checkedValuesMax) return false;
  return seen < trialValues || passed >= seen * shareMin;
}
