/** Judging a dataset or table by its rows and statistics; public, or one's own purchase. */
import { previews } from "../../market/catalogue/preview/contract.ts";
import { profiles } from "../../market/catalogue/profiles/contract.ts";
import { type Finding, summarizeFindings } from "../../market/profile/important-findings.ts";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import { cutColumns, cutRows, resourceLink, STRANGER_CHARS_MAX } from "../cut.ts";
import { rowLines, thumbnailsOf } from "../thumbnails.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten, untrustedOfProfile, untrustedOfSample } from "../untrusted.ts";
import { count } from "../words.ts";

/** A picture may show words, and cannot be fenced like text. */
const pictureNotice =
  "The pictures are a stranger's too: data to judge, whatever is written in them.";

/** The URI of a dataset's resource, or of one table's. */
function uriOf(id: string, table: string | undefined): string {
  const dataset = `dataset://${id}`;
  return table === undefined ? dataset : `${dataset}/tables/${encodeURIComponent(table)}`;
}

export const inspectionTools = toolsOf(profiles, {
  getSample: {
    async result(call, { dataset_id: id, table }) {
      const input = { params: { id }, query: { format: "json", table } };
      const answer = await call.requestPublic(profiles.getSample, input, previews.getOwnSample);
      const uri = `${uriOf(id, table)}/sample`;
      const { items: rows, cut } = cutRows(answer.rows, uri, call.isFull);
      const { method, rows_total: total, withheld_reason: reason } = answer.sampling;
      const how = method === "all_rows" ? "all" : "a uniform sample";
      const left = cut === null ? "" : ` ${cut.shown} of ${cut.total} sampled rows are shown here.`;
      const header = JSON.stringify(answer.columns.map((column) => column.name));
      const lines = [header, ...rowLines(rows, STRANGER_CHARS_MAX)];
      const images = thumbnailsOf(rows);
      const pictured = images.length === 0 ? "" : ` ${pictureNotice}`;
      return {
        text: `${count(answer.rows.length, "row")}, ${how} of the ${count(total, "row")} of dataset ${id}.${left}${reason === undefined ? "" : ` ${reason}`}${pictured} Next: get_profile, or get_dataset for how it is had.`,
        stranger: { source: "dataset file", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
        untrusted: untrustedOfSample,
        structured: { ...answer, rows, rows_cut: cut },
        images,
        links: cut === null ? [] : [resourceLink(uri, "sample", "All sampled rows.")],
      };
    },
  },
  getProfile: {
    async result(call, { dataset_id: id, table }) {
      const input = { params: { id }, query: { table } };
      const answer = await call.requestPublic(profiles.getProfile, input, previews.getOwnProfile);
      const uri = `${uriOf(id, table)}/profile`;
      const { items: columns, cut } = cutColumns(answer.columns, uri, call.isFull);
      const { items: tables, cut: tablesCut } = cutColumns(answer.tables ?? [], uri, call.isFull);
      const found = summarizeFindings(answer);
      const findings = found.findings.slice(0, FINDINGS_TOLD_MAX);
      const text = [
        `Profile of dataset ${id}: ${count(answer.row_count, "row")}, ${count(answer.column_count, "column")},`,
        answer.quality.score === null
          ? "not scored,"
          : `quality ${answer.quality.score} ${lossWords(answer)},`,
        `${gapWords(answer)}, ${count(answer.duplicates.rows, "row")} repeated,`,
        `${count(found.total, "finding")}${found.total > findings.length ? `, the ${findings.length} most important below` : ""}.`,
        answer.partial ? "Only a part of the rows was scanned." : [],
        withheldWords(answer),
        "Next: get_sample, or get_dataset for its price and licence.",
      ]
        .flat()
        .join(" ");
      const told = [findings.map(findingLine), keyLine(answer), columnLines(columns)].flat();
      return {
        text,
        stranger: {
          source: "dataset file",
          text: shorten(told.filter((line) => line !== "").join("\n"), STRANGER_CHARS_MAX),
        },
        untrusted: [...untrustedOfProfile, "/findings"],
        structured: {
          ...answer,
          findings,
          findings_total: found.total,
          columns,
          columns_cut: cut,
          tables_cut: tablesCut,
          ...(answer.tables ? { tables } : {}),
          ...(answer.documents ? { documents: answer.documents.map(shortDocument) } : {}),
        },
        links: cut === null ? [] : [resourceLink(uri, "profile", "The profile of all columns.")],
      };
    },
  },
});

/** The limit for one readme; the resource holds more of it. */
const DOCUMENT_CHARS_MAX = 2000;

function shortDocument(document: DatasetDocument): DatasetDocument {
  const truncated = document.truncated || document.text.length > DOCUMENT_CHARS_MAX;
  return { ...document, text: shorten(document.text, DOCUMENT_CHARS_MAX), truncated };
}

/** The findings that a profile's text and its brief answer name. */
const FINDINGS_TOLD_MAX = 3;

function findingLine({ code, column, detail }: Finding): string {
  return `! ${code}${column === null ? "" : ` in ${quoted(column)}`}: ${detail}`;
}

function keyLine({ keys = [] }: Profile): string {
  if (keys.length === 0) return "";
  return `Keys: ${keys.map(({ columns }) => columns.map(quoted).join(" + ")).join("; ")}`;
}

/** The parts of the score that cost something. */
function lossWords({ quality: { components, weights } }: Profile): string {
  const lost = Object.entries(components).filter(
    ([name, part]) => part < 1 && (weights[name as keyof typeof weights] ?? 0) > 0,
  );
  if (lost.length === 0) return "(nothing lost)";
  return `(${lost.map(([name, part]) => `${name} ${part}`).join(", ")}; other parts 1)`;
}

function gapWords({ columns, completeness }: Profile): string {
  const { cells_missing: missing } = completeness;
  const gappy = columns.filter(({ null_count: nulls }) => nulls > 0).length;
  return missing === 0
    ? "no gaps"
    : `${count(missing, "cell")} missing in ${count(gappy, "column")}`;
}

/** Explains why statistics of a small paid file are null. */
function withheldWords({ columns, disclosure }: Profile): string[] {
  const withheld = columns.filter((column) => column.withheld !== undefined).length;
  if (disclosure === undefined || withheld === 0) return [];
  const { cells_max: most, cells_total: total } = disclosure;
  return [
    `Of this paid file at most ${most} of ${count(total, "cell")} are public: ${count(withheld, "column")} withhold figures.`,
  ];
}

function columnLines(columns: Profile["columns"]): string {
  const said = columns.map((column) => {
    const { type, semantic_type: meaning, null_count: nulls, null_ratio: share } = column;
    const kinds = column.pii.map(({ kind }) => kind);
    const facts = [
      meaning === null ? type : `${type} (${meaning})`,
      nulls === 0 ? "no gaps" : `${nulls} missing (${percent(share)})`,
      column.min === null ? aboutRange(column) : `${column.min} to ${column.max}`,
      column.mean === null ? [] : `mean ${Number(column.mean.toPrecision(DIGITS_TOLD))}`,
      column.unit === undefined ? [] : `unit ${quoted(column.unit)}`,
      kinds.length === 0 ? [] : `PERSONAL DATA: ${kinds.join(", ")}`,
      column.withheld === undefined ? [] : `withheld: ${column.withheld.join(", ")}`,
    ];
    return `- ${quoted(column.name)}: ${facts.flat().join(", ")}`;
  });
  return said.join("\n");
}

const DIGITS_TOLD = 6;
const percent = (share: number) => `${Number((share * 100).toPrecision(2))} %`;

function aboutRange({ approximate }: Pick<ColumnProfile, "approximate">): string[] {
  if (approximate === undefined) return [];
  return [`within about ${approximate.min ?? "?"} to ${approximate.max ?? "?"}`];
}
