/** Orders a profile's findings by how much they matter to somebody who decides whether to buy. Pure. */
import type { ColumnAlertCode, FileAlertCode } from "./alerts.ts";
import type { Profile } from "./schemas.ts";

export type Finding = { code: string; column: string | null; detail: string };

/** Most important first. Codes that are missing here come last: they say how a file was read. */
const gravest: (ColumnAlertCode | FileAlertCode)[] = [
  "personal_data",
  "cut_off",
  "unread_parts",
  "unreadable_columns",
  "broken_characters",
  "implausible_numbers",
  "sentinel_values",
  "all_missing",
  "mostly_missing",
  "date_gaps",
  "missing_values",
  "missing_tokens",
  "mixed_types",
  "odd_values",
  "repeated_keys",
  "nearly_key",
  "duplicate_rows",
  "broken_order",
  "possible_personal_data",
  "coordinates_out_of_range",
  "ambiguous_dates",
  "ambiguous_numbers",
  "two_digit_years",
  "numbers_as_text",
  "non_finite_values",
  "short_rows",
  "long_rows",
  "future_dates",
  "stale_dates",
  "noise",
  "constant",
  "unread_tables",
  "outliers",
  "dominant_value",
  "skewed",
];
const rankByCode = new Map<string, number>(gravest.map((code, rank) => [code, rank]));

/** All findings of columns and file, the gravest first, else in the profile's order. */
export function findingsByImportance({
  columns,
  alerts,
}: Pick<Profile, "columns" | "alerts">): Finding[] {
  const found = [
    ...alerts.map(({ code, detail }) => ({ code, column: null, detail })),
    ...columns.flatMap(({ name, alerts: own }) =>
      own.map(({ code, detail }) => ({ code, column: name, detail })),
    ),
  ];
  const rankOf = ({ code }: Finding) => rankByCode.get(code) ?? gravest.length;
  return found.toSorted((one, other) => rankOf(one) - rankOf(other));
}
