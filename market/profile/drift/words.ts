/** Changes between two versions, in sentences. Pure. */

import { capitalize } from "../../capitalize.ts";
import { agreeing, counted } from "../../counted.ts";
import { CHANGE_SENTENCES_MAX } from "../limits.ts";
import type { ColumnDrift, RowReason, VersionChanges } from "./schemas.ts";

type Changes = Omit<VersionChanges, "sentences">;

const namedMax = 5;
const nameCharsMax = 60;
/** How many columns get a sentence each. */
const describedMax = 4;

const count = (value: number): string => value.toLocaleString("en-US");

/** Shortens a long name; the lists have the full one. */
function nameOf(name: string): string {
  const cut = name.length > nameCharsMax ? `${name.slice(0, nameCharsMax)}…` : name;
  return `"${cut}"`;
}

function namesOf(names: readonly string[], total: number): string {
  const some = names.slice(0, namedMax).map(nameOf);
  const more = total - some.length;
  return more > 0 ? `${some.join(", ")} and ${count(more)} more` : some.join(", ");
}

const were = (many: number): string => agreeing(many, "was", "were");

const rowReasonWords: Record<RowReason, string> = {
  columns_changed: "its columns changed",
  types_changed: "types of columns changed",
  format_changed: "it has another format",
  reader_changed: "another release read the earlier version",
  not_kept: "one of them has no row hashes",
};

/** Why rows could not be compared, as the end of a sentence. */
function explainRowReason(reason: RowReason): string {
  return rowReasonWords[reason];
}

/** Most important first; at most `CHANGE_SENTENCES_MAX` sentences. */
export function describeChanges(changes: Changes): string[] {
  const sentences = [
    ...tableSentence(changes),
    ...rowSentences(changes),
    ...columnSentences(changes),
    ...periodSentences(changes),
    ...driftSentences(changes),
    ...otherSentences(changes),
  ];
  if (isUnchanged(changes)) return ["The profiles show no changes."];
  return sentences.slice(0, CHANGE_SENTENCES_MAX);
}

function isUnchanged({ rows, columns, drift, table, format, ...changes }: Changes): boolean {
  if (rows.method === "not_comparable" || rows.added !== 0 || rows.removed !== 0) return false;
  const schema = columns.added_count + columns.removed_count + columns.renamed_count;
  if (schema + columns.retyped_count + drift.length > 0 || columns.reordered) return false;
  if (table !== null || format.from !== format.to) return false;
  return changes.alerts_added.length + changes.alerts_removed.length === 0;
}

function tableSentence({ table }: Changes): string[] {
  if (table === null) return [];
  const of = (name: string | null): string => (name === null ? "the only table" : nameOf(name));
  return [`The compared tables are ${of(table.from)} and ${of(table.to)}.`];
}

function rowSentences({ rows, columns }: Changes): string[] {
  const { before, after, added, removed, error } = rows;
  if (added === null || removed === null) {
    const isSame = before === after;
    const net = isSame ? "as before" : `instead of ${count(before)}`;
    const why =
      rows.reason === null ? "" : `; they cannot be compared: ${explainRowReason(rows.reason)}`;
    return [`There ${agreeing(after, "is", "are")} ${counted(after, "row")} ${net}${why}.`];
  }
  const partly = rows.columns_compared < Math.max(columns.before, columns.after);
  const by = partly
    ? ` by the ${counted(rows.columns_compared, "column")} that can be compared`
    : "";
  const within = error === 0 ? "" : ` (give or take ${count(error)})`;
  if (added === 0 && removed === 0) return [`The rows are the same${by}${within}.`];
  const edited = rows.edited ?? 0;
  const about = error === 0 ? "" : "about ";
  const parts = [
    `${about}${counted(added - edited, "row")} added`,
    `${count(removed - edited)} removed`,
    ...(edited === 0 ? [] : [`${count(edited)} edited`]),
  ];
  const told =
    edited === 0 || rows.key_column === null ? "" : `, told by ${nameOf(rows.key_column)}`;
  return [`${capitalize(parts.join(", "))}${by}${told}${within}.`];
}

function columnSentences({ columns }: Changes): string[] {
  const named = (total: number, names: readonly string[], what: string): string[] => {
    if (total === 0) return [];
    return [`${counted(total, "column")} ${were(total)} ${what}: ${namesOf(names, total)}.`];
  };
  return [
    ...named(
      columns.added_count,
      columns.added.map(({ name }) => name),
      "added",
    ),
    ...named(
      columns.removed_count,
      columns.removed.map(({ name }) => name),
      "removed",
    ),
    ...columns.renamed.slice(0, namedMax).map(({ from, to }) => {
      return `${nameOf(from)} seems to be called ${nameOf(to)} now.`;
    }),
    ...columns.retyped.slice(0, namedMax).map(({ name, from, to }) => {
      return `The type of ${nameOf(name)} is ${to} instead of ${from}.`;
    }),
    ...(columns.reordered ? ["The columns have another order."] : []),
  ];
}

function periodSentences({ drift }: Changes): string[] {
  const moved = drift.filter(({ findings, min }) => findings.includes("period") && min.to !== null);
  return moved.slice(0, 2).map(({ name, min, max }) => {
    return `${nameOf(name)} goes from ${min.to} to ${max.to}, before from ${min.from} to ${max.from}.`;
  });
}

function driftSentences({ drift, drifted_count, major_count }: Changes): string[] {
  const shifted = drift.filter(({ level }) => level !== "none");
  const told = shifted.slice(0, describedMax).flatMap((column) => {
    const words = describeColumn(column);
    return words.length === 0 ? [] : [`${nameOf(column.name)}: ${words.join("; ")}.`];
  });
  if (shifted.length <= describedMax) return told;
  const all = `${counted(drifted_count, "column")} shifted in all, ${count(major_count)} of them much.`;
  return [...told, all];
}

const percent = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;
const figure = (value: number): string => String(Number(value.toPrecision(4)));

/** The words for one column's findings. */
function describeColumn(column: ColumnDrift): string[] {
  const { findings, level, distance, unit, mean, std, null_ratio: nulls } = column;
  const has = (finding: ColumnDrift["findings"][number]): boolean => findings.includes(finding);
  const words: string[] = [];
  if (has("constant")) words.push("all values are the same now");
  if (unit !== null) words.push(`perhaps another unit (${unit})`);
  if (has("missing") && nulls.from !== null && nulls.to !== null) {
    words.push(`${percent(nulls.to)} are missing instead of ${percent(nulls.from)}`);
  }
  if (has("uniqueness")) words.push("values repeat that were different before");
  if (has("categories")) words.push(...describeCategories(column));
  if (has("distribution") && distance !== null && unit === null) {
    const how = level === "major" ? "much otherwise" : "otherwise";
    words.push(`the values are spread ${how} (distance ${distance.value})`);
  }
  if (has("mean") && unit === null && mean.from !== null && mean.to !== null) {
    words.push(`the mean is ${figure(mean.to)} instead of ${figure(mean.from)}`);
  }
  if (has("spread") && unit === null && std.from !== null && std.to !== null) {
    words.push(`the deviation is ${figure(std.to)} instead of ${figure(std.from)}`);
  }
  return words;
}

function describeCategories({ categories_added, categories_removed }: ColumnDrift): string[] {
  const of = (values: readonly unknown[]): string => values.map(String).map(nameOf).join(", ");
  return [
    ...(categories_added.length > 0 ? [`${of(categories_added)} came`] : []),
    ...(categories_removed.length > 0 ? [`${of(categories_removed)} went`] : []),
  ];
}

function otherSentences({ format, quality_score: score, ...changes }: Changes): string[] {
  const { alerts_added: come, alerts_removed: gone } = changes;
  return [
    ...(format.from === format.to ? [] : [`The format is ${format.to} instead of ${format.from}.`]),
    ...scoreSentence(score),
    ...(come.length > 0 ? [`New findings about the file: ${come.join(", ")}.`] : []),
    ...(gone.length > 0 ? [`No longer found: ${gone.join(", ")}.`] : []),
  ];
}

const scoreDifferenceMin = 0.01;

function scoreSentence({ from, to }: Changes["quality_score"]): string[] {
  if (from === null && to === null) return [];
  if (to === null) return [`There is no quality score any more; it was ${from}.`];
  if (from === null) return [`The quality score is ${to}; there was none before.`];
  if (Math.abs(to - from) < scoreDifferenceMin) return [];
  return [`The quality score is ${to} instead of ${from}.`];
}
