/**
 * National ids that are digits alone. Check digits fit one number in ten or a hundred by chance, so
 * that a whole column of them tells, and for the weaker rules its name or the words around.
 */
import { wordsOf } from "./column-words.ts";
import { type IdCheck, idChecks, isKorean, isSouthAfrican } from "./national-ids.ts";

type BareId = {
  digits: number;
  isValid: IdCheck;
  /** What a column is called that holds them; null where the rule is strict enough without. */
  words: RegExp | null;
};

const swedish = idChecks.personnummer;
/** Sweden's numbers without the hyphen that its rule asks for. */
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

/** Names of columns that may hold the ids of any country. */
const anyCountry =
  /national id|identity (?:card|number)|citizen id|social insurance|tax(?:payer)? id/;

function fits(id: BareId, digits: string): boolean {
  // A digit repeated passes many rules and is nobody's number.
  return id.digits === digits.length && id.isValid(digits) && !/^(\d)\1+$/.test(digits);
}

/** Whether digits are a national id of any state, for where the words around them say so. */
export function isBareId(digits: string): boolean {
  return bareIds.some((id) => fits(id, digits));
}

/** So many values settle whether a rule is worth checking further. */
const trialValues = 32;
const shareMin = 0.5;
/** A check takes 5 µs: of a longer column the share stands for the rest. */
const checkedValuesMax = 20_000;

type Tally = { id: BareId; seen: number; passed: number };

/** How many of a column's values are bare national ids, by the rule that fits most of them. */
export class BareIdCounts {
  readonly #tallies: readonly Tally[] = bareIds.map((id) => ({ id, seen: 0, passed: 0 }));
  /** The rules that a further value can still change; asked of every value of a column. */
  #open = [...this.#tallies];

  /** Whether a further value can still change what is found. */
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

  /** About how many of the `count` values of a column of this name are national ids. */
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
