/**
 * National ids in written form, with punctuation or letters, which can be found in any text. Each
 * country's rules come from `stdnum`.
 */
import { validate as belgianNn } from "stdnum/lib/cjs/be/nn.js";
import { validate as cpf } from "stdnum/lib/cjs/br/cpf.js";
import { validate as sin } from "stdnum/lib/cjs/ca/sin.js";
import { validate as swissSsn } from "stdnum/lib/cjs/ch/ssn.js";
import { validate as rut } from "stdnum/lib/cjs/cl/rut.js";
import { validate as ric } from "stdnum/lib/cjs/cn/ric.js";
import { validate as steuerId } from "stdnum/lib/cjs/de/idnr.js";
import { validate as cpr } from "stdnum/lib/cjs/dk/cpr.js";
import { validate as dni } from "stdnum/lib/cjs/es/dni.js";
import { validate as nie } from "stdnum/lib/cjs/es/nie.js";
import { validate as hetu } from "stdnum/lib/cjs/fi/hetu.js";
import { validate as nir } from "stdnum/lib/cjs/fr/nir.js";
import { validate as nino } from "stdnum/lib/cjs/gb/nino.js";
import { validate as aadhaar } from "stdnum/lib/cjs/in/aadhaar.js";
import { validate as pan } from "stdnum/lib/cjs/in/pan.js";
import { validate as codiceFiscale } from "stdnum/lib/cjs/it/codicefiscale.js";
import { validate as curp } from "stdnum/lib/cjs/mx/curp.js";
import { validate as bsn } from "stdnum/lib/cjs/nl/bsn.js";
import { validate as fodselsnummer } from "stdnum/lib/cjs/no/fodselsnummer.js";
import { validate as pesel } from "stdnum/lib/cjs/pl/pesel.js";
import { validate as personnummer } from "stdnum/lib/cjs/se/personnummer.js";
import { validate as tcKimlik } from "stdnum/lib/cjs/tr/tckimlik.js";
import { passesLuhn } from "./checks.ts";

export type IdCheck = (text: string) => boolean;

function asCheck(validate: (text: string) => { isValid: boolean }): IdCheck {
  return (text) => validate(text).isValid;
}

/**
 * The rules by scheme. They are imported one by one, because loading all of `stdnum` takes 140 ms.
 */
export const idChecks = {
  cpf: asCheck(cpf),
  rut: asCheck(rut),
  dni: asCheck(dni),
  nie: asCheck(nie),
  codiceFiscale: asCheck(codiceFiscale),
  hetu: asCheck(hetu),
  personnummer: asCheck(personnummer),
  cpr: asCheck(cpr),
  belgianNn: asCheck(belgianNn),
  nino: asCheck(nino),
  swissSsn: asCheck(swissSsn),
  curp: asCheck(curp),
  pan: asCheck(pan),
  aadhaar: asCheck(aadhaar),
  ric: asCheck(ric),
  nir: asCheck(nir),
  bsn: asCheck(bsn),
  sin: asCheck(sin),
  pesel: asCheck(pesel),
  fodselsnummer: asCheck(fodselsnummer),
  steuerId: asCheck(steuerId),
  tcKimlik: asCheck(tcKimlik),
} satisfies Record<string, IdCheck>;

const monthDay = "(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])";
const koreanShape = new RegExp(`^\\d{2}${monthDay}-?[1-8]\\d{6}$`);
const southAfricanShape = new RegExp(`^\\d{2}${monthDay}\\d{4}[012]\\d{2}$`);

/** Korean numbers issued since October 2020 have no check digit: a date, then century and sex. */
export const isKorean: IdCheck = (text) => koreanShape.test(text);

/** Citizens, residents and refugees of South Africa. */
export const isSouthAfrican: IdCheck = (text) => southAfricanShape.test(text) && passesLuhn(text);

export type WrittenId = {
  pattern: string;
  isValid: IdCheck;
  /** Whether hardly any other text matches; the others count only as a large share of a column. */
  sure: boolean;
};

/** The patterns use no look-around and no capturing groups, because Rust lacks them. */
export const writtenIds: readonly WrittenId[] = [
  {
    pattern: "[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2}",
    isValid: idChecks.cpf,
    sure: true,
  },
  {
    pattern: "[0-9]{1,2}\\.[0-9]{3}\\.[0-9]{3}-[0-9Kk]",
    isValid: (text) => idChecks.rut(text.replaceAll(".", "")),
    sure: false,
  },
  { pattern: "[0-9]{8}-?[A-HJ-NP-TV-Za-hj-np-tv-z]", isValid: idChecks.dni, sure: false },
  {
    pattern: "[XYZxyz]-?[0-9]{7}-?[A-HJ-NP-TV-Za-hj-np-tv-z]",
    isValid: idChecks.nie,
    sure: false,
  },
  {
    pattern: "[A-Za-z]{6}[0-9]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9]{2}[A-Za-z][0-9]{3}[A-Za-z]",
    isValid: idChecks.codiceFiscale,
    sure: true,
  },
  {
    pattern: "[0-3][0-9][01][0-9]{3}[-+A-FU-Y][0-9]{3}[0-9A-FHJ-NPR-Y]",
    isValid: idChecks.hetu,
    sure: true,
  },
  {
    pattern: "(?:19|20)?[0-9]{2}[01][0-9][0-3][0-9][-+][0-9]{4}",
    isValid: idChecks.personnummer,
    sure: false,
  },
  { pattern: "[0-3][0-9][01][0-9]{3}-[0-9]{4}", isValid: idChecks.cpr, sure: false },
  { pattern: "[0-9]{2}[01][0-9][0-3][0-9]-[0-9]{7}", isValid: isKorean, sure: false },
  {
    pattern: "[0-9]{2}\\.[0-9]{2}\\.[0-9]{2}-[0-9]{3}\\.[0-9]{2}",
    isValid: idChecks.belgianNn,
    sure: true,
  },
  {
    pattern: "[A-CEGHJ-PR-TW-Za-z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]",
    isValid: idChecks.nino,
    sure: false,
  },
  { pattern: "756\\.[0-9]{4}\\.[0-9]{4}\\.[0-9]{2}", isValid: idChecks.swissSsn, sure: true },
  {
    pattern: "[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]",
    isValid: idChecks.curp,
    sure: true,
  },
  { pattern: "[A-Z]{3}P[A-Z][0-9]{4}[A-Z]", isValid: idChecks.pan, sure: false },
  {
    pattern: "[2-9][0-9]{3}[ :-][0-9]{4}[ :-][0-9]{4}",
    isValid: (text) => idChecks.aadhaar(text.replaceAll(/\D/g, "")),
    sure: false,
  },
  {
    pattern: "[1-9][0-9]{5}(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9Xx]",
    isValid: idChecks.ric,
    sure: true,
  },
  {
    pattern: "[12] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2}",
    isValid: idChecks.nir,
    sure: true,
  },
];
