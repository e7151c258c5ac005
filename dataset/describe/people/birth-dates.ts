/** Decides whether a column of dates has dates of birth. Pure. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { wordsOf } from "../../measure/personal/column-words.ts";

const birthWord =
  /^(?:birth|born|dob|bday|birthday|birthdate|dateofbirth|birthdt|geb|geburt|geburtsdatum|geburtstag|geboren|naissance|naiss|nacimiento|nac|nascimento|nasc|nascita|nato|geboorte|geboortedatum|født|fødselsdato|fødselsdag|född|födelsedatum|syntymäaika|urodzenia|ur|narození|narodenia|рождения|рожд|народження|születési)$/u;
const birthText = /birth|生年月日|出生|생년월일/iu;
/** A date of something else in the life of a person, an order or a record. */
const otherDate =
  /^(?:death|died|dod|hire|hired|hiring|join|joined|start|started|end|ended|created|updated|modified|added|registered|registration|order|ordered|ship|shipped|due|paid|term|termstart|termend|appointed|elected|election|resignation|resigned|left|visit|admission|discharge|flight|flown|episode|show|aired|published|release|released|transfer|filed|closed|opened|opendate|game|match|event|sale|purchase|incident|arrest|conviction|expiry|expires|valid|grad|graduation|date_added|since|begin|beginning|from|to|until|last|first|current|fecha_alta)$/;

/** Dates without a day are no dates of birth. */
export function mayBeBirth({ type, precision }: ColumnProfile): boolean {
  return (type === "date" || type === "datetime") && precision === undefined;
}

const dateText =
  /^['"]?\d{1,4}(?:([-/.])\d{1,2}\1|[-/. ](?:\d{1,2}|\p{L}{3,12})\.?[-/. ,]+)\d{1,4}(?!\d)/u;
const dateShareMin = 0.6;

/** Whether a column of texts has dates that could not be read as one kind of date. */
export function isBirthText({ name, type }: ColumnProfile, texts: readonly string[]): boolean {
  if (type !== "string" || !namesBirth(name)) return false;
  return texts.filter((text) => dateText.test(text)).length / texts.length >= dateShareMin;
}

function namesBirth(name: string): boolean {
  const words = wordsOf(name);
  const isNamed = birthText.test(name) || words.some((word) => birthWord.test(word));
  return isNamed && !words.some((word) => word === "place" || word === "registration");
}

const spanYearsMin = 15;
/** Without the column's name, nobody in the table may be younger. */
const ageYearsMin = 14;
const firstYearMin = 1700;
const distinctShareMin = 0.9;

/** By the column's name, or next to names by values that fit dates of birth of many people. */
export function isBirthColumn(
  { name, min, max }: ColumnProfile,
  table: { hasNames: boolean; year: number; distinct: number },
): boolean {
  const words = wordsOf(name);
  if (namesBirth(name)) return true;
  const [first, last] = [yearOf(min), yearOf(max)];
  if (first === null || last === null) return false;
  if (!table.hasNames || words.some((word) => otherDate.test(word))) return false;
  return (
    first >= firstYearMin &&
    last - first >= spanYearsMin &&
    last <= table.year - ageYearsMin &&
    table.distinct >= distinctShareMin
  );
}

function yearOf(value: unknown): number | null {
  const found = /^(\d{4})-/.exec(String(value));
  return found ? Number(found[1]) : null;
}
