/** Formats by the hints that sellers give: names, extensions and content types. */
const formatsByHint: Readonly<Record<string, string>> = {
  csv: "csv",
  "text/csv": "csv",
  tsv: "tsv",
  tab: "tsv",
  "text/tab-separated-values": "tsv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  jsonlines: "jsonl",
  "application/x-ndjson": "jsonl",
  json: "json",
  "application/json": "json",
  geojson: "geojson",
  "application/geo+json": "geojson",
  parquet: "parquet",
  "application/vnd.apache.parquet": "parquet",
  arrow: "arrow",
  arrows: "arrow",
  ipc: "arrow",
  feather: "arrow",
  "application/vnd.apache.arrow.file": "arrow",
  "application/vnd.apache.arrow.stream": "arrow",
  avro: "avro",
  "application/avro": "avro",
  xlsx: "xlsx",
  excel: "xlsx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  xls: "xls",
  "application/vnd.ms-excel": "xls",
  xlsb: "xlsb",
  "application/vnd.ms-excel.sheet.binary.macroenabled.12": "xlsb",
  ods: "ods",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  dif: "dif",
  dbf: "dbf",
  "application/x-dbf": "dbf",
  txt: "txt",
  text: "txt",
  "text/plain": "txt",
};
const compressedHint = /\.(gz|gzip|zst|zstd|bz2|xz)$/;

/** The format for a hint, or null if there is none or it is unknown. */
export function formatOfHint(hint: string | null): string | null {
  if (!hint) return null;
  const name = hint.trim().toLowerCase().replace(compressedHint, "");
  return formatsByHint[name.replace(/^\./, "")] ?? null;
}
