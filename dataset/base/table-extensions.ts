/** Extensions of files that hold tables, and of their compressed forms, as parts of a pattern. */
export const tableExtensions =
  "csv|tsv|tab|psv|jsonl|ndjson|json|geojson|parquet|pq|arrow|feather|ipc|avro|" +
  "xlsx|xls|xlsb|ods|dif|dbf|sqlite3?|gpkg|kml|gpx|dta";
/** Any text may have these. */
export const textExtensions = "txt|dat|data|text";
export const compressedExtensions = "gz|zst|bz2|xz";
