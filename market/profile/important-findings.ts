/** Orders a profile's findings by how much they matter to somebody who decides whether to buy. Pure. */
import { counted } from "../counted.ts";
import type { ColumnAlertCode, FileAlertCode } from "./alerts.ts";
import type { Profile } from "./schemas.ts";

export type Finding = { code: string; column: string | null; detail: string };

/** By what a buyer loses. Codes that are missing here come last: they say how a file was read. */
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
  "misplaced_values",
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
function findingsByImportance({ columns, alerts }: Pick<Profile, "columns" | "alerts">): Finding[] {
  const found = [
    ...alerts.map(({ code, detail }) => ({ code, column: null, detail })),
    ...columns.flatMap(({ name, alerts: own }) =>
      own.map(({ code, detail }) => ({ code, column: name, detail })),
    ),
  ];
  const rankOf = ({ code }: Finding) => rankByCode.get(code) ?? gravest.length;
  return found.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Most findings of a summary. */
export const SUMMARY_FINDINGS_MAX = 7;

/**
 * What a buyer should know, at most seven findings: one for each code, which names its first column and
 * counts the others, without notes on how the file was read. `total` counts what was left out too.
 */
export function summarizeFindings(profile: Pick<Profile, "columns" | "alerts">): {
  findings: Finding[];
  total: number;
} {
  const byCode = new Map<string, { finding: Finding; columns: Set<string | null> }>();
  for (const finding of findingsByImportance(profile)) {
    if (!rankByCode.has(finding.code)) continue;
    const known = byCode.get(finding.code);
    if (known) known.columns.add(finding.column);
    else byCode.set(finding.code, { finding, columns: new Set([finding.column]) });
  }
  const found = [...byCode.values()].map(({ finding, columns }) => {
    const more = columns.size - 1;
    const also = more === 0 ? "" : ` Likewise ${counted(more, "more column")}.`;
    return { ...finding, detail: finding.detail + also };
  });
  return { findings: found.slice(0, SUMMARY_FINDINGS_MAX), total: found.length };
}
