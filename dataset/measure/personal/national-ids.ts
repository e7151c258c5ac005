/**
 * Numbers by which states know their people, checked by the rules of each state (`stdnum`): the forms
 * with marks or letters, which are found in any text.
 */
import { stdnum } from "stdnum";
import { passesLuhn } from "./checks.ts";

export type IdCheck = (text: string) => boolean;

/** The rule of a country's scheme, as `stdnum` has it. */
export function idCheck(country: string, scheme: string): IdCheck {
  const validator = stdnum[country]?.[scheme];
  if (!validator) throw new Error(`stdnum has no ${country} ${scheme}.`);
  return (text) => validator.validate(text).isValid;
}

const monthDay = "(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])";
const koreanShape = new RegExp(`^\\d{2}${monthDay}-?[1-8]\\d{6}$`);
const southAfricanShape = new RegExp(`^\\d{2}${monthDay}\\d{4}[012]\\d{2}$`);
const chilean = idCheck("CL", "rut");
const aadhaar = idCheck("IN", "aadhaar");

/** Since October 2020 numbers of Korea have no check digit: a date, then whose century and sex. */
export const isKorean: IdCheck = (text) => koreanShape.test(text);

/** Citizens, residents and refugees of South Africa. */
export const isSouthAfrican: IdCheck = (text) => southAfricanShape.test(text) && passesLuhn(text);

export type WrittenId = {
  pattern: string;
  isValid: IdCheck;
  /** Whether hardly any other text passes; the others count only as a good part of a column. */
  sure: boolean;
};

/** The patterns do without look-around and groups that are counted. */
export const writtenIds: readonly WrittenId[] = [
  {
    pattern: "[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2}",
    isValid: idCheck("BR", "cpf"),
    sure: true,
  },
  {
    pattern: "[0-9]{1,2}\\.[0-9]{3}\\.[0-9]{3}-[0-9Kk]",
    isValid: (text) => chilean(text.replaceAll(".", "")),
    sure: false,
  },
  { pattern: "[0-9]{8}-?[A-HJ-NP-TV-Za-hj-np-tv-z]", isValid: idCheck("ES", "dni"), sure: false },
  {
    pattern: "[XYZxyz]-?[0-9]{7}-?[A-HJ-NP-TV-Za-hj-np-tv-z]",
    isValid: idCheck("ES", "nie"),
    sure: false,
  },
  {
    pattern: "[A-Za-z]{6}[0-9]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9]{2}[A-Za-z][0-9]{3}[A-Za-z]",
    isValid: idCheck("IT", "codicefiscale"),
    sure: true,
  },
  {
    pattern: "[0-3][0-9][01][0-9]{3}[-+A-FU-Y][0-9]{3}[0-9A-FHJ-NPR-Y]",
    isValid: idCheck("FI", "hetu"),
    sure: true,
  },
  {
    pattern: "(?:19|20)?[0-9]{2}[01][0-9][0-3][0-9][-+][0-9]{4}",
    isValid: idCheck("SE", "personnummer"),
    sure: false,
  },
  { pattern: "[0-3][0-9][01][0-9]{3}-[0-9]{4}", isValid: idCheck("DK", "cpr"), sure: false },
  { pattern: "[0-9]{2}[01][0-9][0-3][0-9]-[0-9]{7}", isValid: isKorean, sure: false },
  {
    pattern: "[0-9]{2}\\.[0-9]{2}\\.[0-9]{2}-[0-9]{3}\\.[0-9]{2}",
    isValid: idCheck("BE", "nn"),
    sure: true,
  },
  {
    pattern: "[A-CEGHJ-PR-TW-Za-z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]",
    isValid: idCheck("GB", "nino"),
    sure: false,
  },
  { pattern: "756\\.[0-9]{4}\\.[0-9]{4}\\.[0-9]{2}", isValid: idCheck("CH", "ssn"), sure: true },
  {
    pattern: "[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]",
    isValid: idCheck("MX", "curp"),
    sure: true,
  },
  { pattern: "[A-Z]{3}P[A-Z][0-9]{4}[A-Z]", isValid: idCheck("IN", "pan"), sure: false },
  {
    pattern: "[2-9][0-9]{3}[ :-][0-9]{4}[ :-][0-9]{4}",
    isValid: (text) => aadhaar(text.replaceAll(/\D/g, "")),
    sure: false,
  },
  {
    pattern: "[1-9][0-9]{5}(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9Xx]",
    isValid: idCheck("CN", "ric"),
    sure: true,
  },
  {
    pattern: "[12] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2}",
    isValid: idCheck("FR", "nir"),
    sure: true,
  },
];
