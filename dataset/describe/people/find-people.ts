/**
 * Finds columns with names, dates of birth and addresses of people. They have no fixed format, so
 * known names, the column's name and the table's other columns decide. Pure.
 */
import { agreeing } from "../../../market/counted.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { wordsOf } from "../../measure/personal/column-words.ts";
import { findAddresses } from "./addresses.ts";
import { isBirthColumn, isBirthText, mayBeBirth } from "./birth-dates.ts";
import { findInstitutions } from "./institutions.ts";
import { type NameShares, nameHintOf, nameSharesOf, namesPeople } from "./name-columns.ts";

export type PeopleFinding = {
  what: "names" | "dates of birth" | "postal addresses";
  /** Number and share of the column's values; estimated from a sample unless `exact`. */
  count: number;
  share: number;
  exact: boolean;
};

export type JudgedColumn = {
  profile: ColumnProfile;
  /** Number of values that are not missing. */
  count: number;
  /** The column's values in a uniform sample of rows. */
  sample: readonly unknown[];
};

export type TablePeople = {
  /** By the column's position. */
  findings: ReadonlyMap<number, PeopleFinding>;
  /** Whether the table lists institutions and no people, so that its numbers are no person's. */
  listsInstitutions: boolean;
};

/** Columns of a wider table are not judged; names come first. */
const columnsMax = 500;
/** With fewer values nothing is judged. */
const valuesMin = 3;

export function findPeople(columns: readonly JudgedColumn[], year: number): TablePeople {
  const judged = columns.slice(0, columnsMax);
  const findings = new Map<number, PeopleFinding>();
  const texts = judged.map(({ profile, sample }) => textsOf(profile, sample));
  const names = texts.map((values) => (values ? nameSharesOf(values) : null));
  for (const [at, shares] of names.entries()) {
    if (shares && isNames(judged, names, at)) {
      findings.set(at, findingOf("names", judged[at] as JudgedColumn, shares.named, texts[at]));
    }
  }
  const hasNames = findings.size > 0;
  for (const [at, column] of judged.entries()) {
    if (!mayBeBirth(column.profile)) continue;
    if (!isBirthColumn(column.profile, { hasNames, year, distinct: distinctShare(column) }))
      continue;
    const { count } = column;
    findings.set(at, { what: "dates of birth", count, share: 1, exact: true });
  }
  for (const [at, values] of texts.entries()) {
    const column = judged[at] as JudgedColumn;
    if (!values || findings.has(at) || !isBirthText(column.profile, values)) continue;
    findings.set(at, findingOf("dates of birth", column, 1, values));
  }
  const isAbout =
    findings.size > 0 ||
    judged.some(({ profile }) => profile.pii.some(({ kind }) => kind === "email"));
  const listsInstitutions =
    !isAbout &&
    findInstitutions(
      judged.map(({ profile }) => profile),
      texts,
    );
  for (const [at, values] of texts.entries()) {
    if (!values || findings.has(at) || listsInstitutions) continue;
    const share = findAddresses((judged[at] as JudgedColumn).profile.name, values, isAbout);
    if (share === null) continue;
    findings.set(at, findingOf("postal addresses", judged[at] as JudgedColumn, share, values));
  }
  return { findings, listsInstitutions };
}

/** `About 480 of 500 values (96 %) look like names of people.` */
export function describePeople({ what, count, share, exact }: PeopleFinding, of: number): string {
  const about = exact ? "" : "About ";
  const percent = Math.round(share * 100);
  const look = agreeing(count, "looks", "look");
  return `${about}${count} of ${of} values (${percent} %) ${look} like ${what} of people.`;
}

function findingOf(
  what: PeopleFinding["what"],
  { count }: JudgedColumn,
  share: number,
  values: readonly string[] | null | undefined,
): PeopleFinding {
  const exact = values?.length === count;
  return { what, count: Math.max(1, Math.round(share * count)), share, exact };
}

/** The texts of a text column that has enough of them. */
function textsOf({ type }: ColumnProfile, sample: readonly unknown[]): string[] | null {
  if (type !== "string") return null;
  const texts = sample.filter(
    (value): value is string => typeof value === "string" && value !== "",
  );
  return texts.length < valuesMin ? null : texts;
}

function distinctShare({ profile, count }: JudgedColumn): number {
  return count === 0 ? 0 : (profile.distinct_count ?? 0) / count;
}

/** Whether a column has names; family names alone count next to a column of names. */
function isNames(
  columns: readonly JudgedColumn[],
  names: readonly (NameShares | null)[],
  at: number,
): boolean {
  const shares = names[at];
  const { profile } = columns[at] as JudgedColumn;
  if (!shares) return false;
  const hint = nameHintOf(wordsOf(profile.name));
  if (namesPeople(shares, hint)) return true;
  const next = [at - 1, at + 1].some((place) => {
    const beside = names[place];
    return beside ? beside.given >= 0.6 && namesPeople(beside, hintAt(columns, place)) : false;
  });
  return hint !== "other" && next && shares.family + shares.given >= 0.5;
}

function hintAt(columns: readonly JudgedColumn[], at: number) {
  return nameHintOf(wordsOf(columns[at]?.profile.name ?? ""));
}
