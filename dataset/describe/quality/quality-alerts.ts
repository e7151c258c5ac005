/** Alerts about the values that lower the quality score. Pure. */
import {
  type ColumnAlertCode,
  INFORMATION_MIN,
  ODD_RATIO_MIN,
} from "../../../market/profile/alerts.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { TableFacts } from "../../base/table.ts";
import type { ColumnJudgement, RowsJudgement } from "./judge-rows.ts";

type Rule = readonly [
  code: ColumnAlertCode,
  shareOf: (column: ColumnJudgement) => number | null,
  words: string,
];

const rules: readonly Rule[] = [
  ["broken_characters", ({ broken }) => broken, "contain broken characters"],
  ["odd_values", ({ odd, broken }) => odd - broken, "are spelled differently from the rest"],
  ["implausible_numbers", ({ implausible }) => implausible, "have a different scale from the rest"],
  ["broken_order", ({ incoherent }) => incoherent, "break the column's order or relation"],
];
/** In fewer rows, noise cannot be distinguished from chance. */
const noiseRowsMin = 140;

/** The alerts about a column in the sampled rows. */
export function columnQualityAlerts(
  column: ColumnJudgement,
  rows: RowsJudgement,
  isNoise: boolean,
): ProfileAlert[] {
  const { sampled, exact } = rows;
  const of = exact ? "of the values" : `of the values in ${sampled} sampled rows`;
  const alerts: ProfileAlert[] = rules.flatMap(([code, shareOf, words]) => {
    const share = shareOf(column) ?? 0;
    return share < ODD_RATIO_MIN ? [] : [{ code, detail: `${percent(share)} ${of} ${words}.` }];
  });
  if (isNoise && column.information !== null) {
    const detail = "The values show no relation to other columns, no order and no pattern.";
    alerts.push({ code: "noise", detail });
  }
  return alerts;
}

/** One column without a relation is a fact; a table of nothing else may be made up. */
export function isAllNoise({ columns, sampled }: RowsJudgement): boolean {
  if (sampled < noiseRowsMin) return false;
  const informed = columns.flatMap((column) => column?.information ?? []);
  return informed.length > 1 && informed.every((part) => part < INFORMATION_MIN);
}

/** The alerts about a file's rows. */
export function fileQualityAlerts(facts: TableFacts, rows: RowsJudgement): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  if (rows.repeatedKeys >= ODD_RATIO_MIN) {
    const of = rows.exact ? "rows" : `${rows.sampled} sampled rows`;
    const detail = `${percent(rows.repeatedKeys)} of the ${of} repeat a key.`;
    alerts.push({ code: "repeated_keys", detail });
  }
  if (rows.misplacedRows > 0) {
    const of = rows.exact ? "rows" : "sampled rows";
    const detail = `${percent(rows.misplacedRows)} of the ${of} have values that fit other columns.`;
    alerts.push({ code: "misplaced_values", detail });
  }
  if (facts.endsShort) {
    alerts.push({ code: "cut_off", detail: "The last row ends before its last cell." });
  }
  return alerts;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}
