/** The record sets of a Croissant document: columns, types and statistics. Pure. */
import type { ColumnProfile, Profile } from "../profile/schemas.ts";
import type { PackedColumn } from "../profile/table-pack.ts";

type JsonLd = Record<string, unknown>;

/** A wider table has the types of all its columns, but statistics of only this many. */
export const CROISSANT_STATISTICS_COLUMNS_MAX = 1000;

/** The source of the records: the file itself, or a file packed in it. */
export type RecordSource = { fileObject: { "@id": string } } | { fileSet: { "@id": string } };

const dataTypes: Record<ColumnProfile["type"], string> = {
  boolean: "sc:Boolean",
  integer: "sc:Integer",
  number: "sc:Float",
  string: "sc:Text",
  date: "sc:Date",
  datetime: "sc:DateTime",
  time: "sc:Time",
  geometry: "sc:Text",
  object: "sc:Text",
  array: "sc:Text",
  binary: "sc:Text",
  mixed: "sc:Text",
  empty: "sc:Text",
};

/** Types for a column's meaning, in addition to its data type. */
const semanticTypes: Partial<Record<string, string>> = {
  url: "sc:URL",
  geometry: "sc:GeoShape",
};

type Statistic = {
  name: string;
  description: string;
  /** A vocabulary's term, if the specification or schema.org has one. */
  term?: string;
  equivalentProperty?: string;
  read: (column: ColumnProfile) => number | string | null | undefined;
};

const statistics: Statistic[] = [
  { name: "missing", description: "Missing values.", read: (column) => column.null_count },
  { name: "distinct", description: "Different values.", read: (column) => column.distinct_count },
  {
    name: "min",
    description: "Smallest value.",
    equivalentProperty: "sc:minValue",
    read: (column) => column.min,
  },
  {
    name: "max",
    description: "Largest value.",
    term: "ddi-stats:8321e79",
    equivalentProperty: "sc:maxValue",
    read: (column) => column.max,
  },
  {
    name: "mean",
    description: "Arithmetic mean.",
    term: "ddi-stats:7975ed0",
    read: (column) => column.mean,
  },
  {
    name: "median",
    description: "Median.",
    equivalentProperty: "sc:median",
    read: (column) => column.median,
  },
  { name: "std", description: "Sample standard deviation.", read: (column) => column.std },
  {
    name: "p25",
    description: "First quartile.",
    equivalentProperty: "sc:percentile25",
    read: (column) => column.quantiles?.p25,
  },
  {
    name: "p75",
    description: "Third quartile.",
    equivalentProperty: "sc:percentile75",
    read: (column) => column.quantiles?.p75,
  },
];

/** One record for each row, one field for each column. */
export function tableRecords(profile: Profile, source: RecordSource): JsonLd {
  const id = "records";
  return {
    "@type": "cr:RecordSet",
    "@id": id,
    name: id,
    description: "One record for each row.",
    ...keyOf(id, profile),
    annotation: [countOf(id, profile.row_count)],
    field: profile.columns.map((column, index) => ({
      ...field(fieldId(id, column), column.name),
      dataType: typesOf(column),
      source: {
        ...source,
        extract: extractionOf(profile.format, column.name),
        ...dateFormatOf(column),
      },
      ...(index < CROISSANT_STATISTICS_COLUMNS_MAX ? annotationsOf(id, column) : {}),
    })),
  };
}

/** The first key for which all rows were compared. */
function keyOf(recordSetId: string, { keys, columns }: Profile): JsonLd {
  const names = keys?.find(({ method }) => method !== "sample")?.columns ?? [];
  const parts = columns.filter(({ name }) => names.includes(name));
  if (parts.length === 0) return {};
  const ids = parts.map((column) => ({ "@id": fieldId(recordSetId, column) }));
  return { key: ids.length === 1 ? ids[0] : ids };
}

/** One record for each row of a table whose column names and types only are known. */
export function columnRecords(
  { id, name, rows }: { id: string; name: string; rows: number },
  format: string,
  columns: readonly PackedColumn[],
  source: RecordSource,
): JsonLd {
  return {
    "@type": "cr:RecordSet",
    "@id": id,
    name,
    description: "One record for each row.",
    annotation: [countOf(id, rows)],
    field: columns.map((column) => ({
      ...field(fieldId(id, column), column.name),
      dataType: typesOf(column),
      source: { ...source, extract: extractionOf(format, column.name), ...dateFormatOf(column) },
    })),
  };
}

/** One record for each picture. */
export function imageRecords(count: number, source: RecordSource): JsonLd {
  const id = "images";
  return {
    "@type": "cr:RecordSet",
    "@id": id,
    name: id,
    description: "One record for each picture.",
    key: { "@id": `${id}/filename` },
    annotation: [countOf(id, count)],
    field: [
      {
        ...field(`${id}/filename`, "filename"),
        dataType: "sc:Text",
        source: { ...source, extract: { fileProperty: "filename" } },
      },
      {
        ...field(`${id}/content`, "content"),
        dataType: "sc:ImageObject",
        source: { ...source, extract: { fileProperty: "content" } },
      },
    ],
  };
}

/** Croissant 1.1, IDs: prefixed by the record set's id. A name in a JSON file may be invalid Unicode. */
function fieldId(recordSetId: string, column: Pick<ColumnProfile, "name">): string {
  return `${recordSetId}/${encodeURIComponent(column.name.toWellFormed())}`;
}

const field = (id: string, name: string) => ({ "@type": "cr:Field", "@id": id, name });

/** Croissant 1.1, Descriptive Statistics: the number of records is Wikidata's cardinality. */
function countOf(recordSetId: string, value: number): JsonLd {
  const dataType = ["sc:Integer", "wd:Q4049983"];
  return { ...field(`${recordSetId}#count`, "count"), value, dataType };
}

/** The type that a loader finds in the file: it reads `1.234,56 €` as text. */
function atomicTypeOf({ type, format }: PackedColumn): string {
  if (format === undefined) return dataTypes[type];
  if (format.startsWith("unix_")) return dataTypes.integer;
  return type === "date" || type === "datetime" || type === "time"
    ? dataTypes[type]
    : dataTypes.string;
}

/** Croissant 1.1, Source: `format` in Python's strptime syntax, for days in digits. */
function dateFormatOf({ type, format }: PackedColumn): JsonLd {
  if (type !== "date" || format === undefined || !/^[YMD/.-]+$/.test(format)) return {};
  if (format.includes("MMM")) return {};
  const directives: Record<string, string> = { YYYY: "%Y", YY: "%y", MM: "%m", DD: "%d" };
  return { format: format.replace(/YYYY|YY|MM|DD/g, (part) => directives[part] ?? part) };
}

function typesOf(column: PackedColumn): string | string[] {
  const atomic = atomicTypeOf(column);
  const semantic = semanticTypes[column.semantic_type ?? column.type];
  return semantic === undefined ? atomic : [atomic, semantic];
}

/** mlcroissant reads JSON lines as a table, by column name. */
const jsonFormats: Record<string, (name: string) => string> = {
  json: (name) => `$[*][${quoted(name)}]`,
  geojson: (name) =>
    name === "geometry" ? "$.features[*].geometry" : `$.features[*].properties[${quoted(name)}]`,
};

function extractionOf(format: string, name: string): JsonLd {
  if (format === "txt") return { fileProperty: "lines" };
  const jsonPath = jsonFormats[format];
  return jsonPath === undefined ? { column: name } : { jsonPath: jsonPath(name) };
}

function quoted(name: string): string {
  return `'${name.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}

function annotationsOf(recordSetId: string, column: ColumnProfile): JsonLd {
  const columnId = fieldId(recordSetId, column);
  const annotation = statistics.flatMap((statistic) => {
    const value = statistic.read(column);
    if (value === null || value === undefined) return [];
    const { name, description, term, equivalentProperty } = statistic;
    const atomic = typeof value === "string" ? "sc:Text" : numberType(value);
    return {
      ...field(`${columnId}#${name}`, name),
      description,
      value,
      dataType: term === undefined ? atomic : [atomic, term],
      ...(equivalentProperty === undefined ? {} : { equivalentProperty }),
    };
  });
  return { annotation };
}

function numberType(value: number): string {
  return Number.isInteger(value) ? "sc:Integer" : "sc:Float";
}
