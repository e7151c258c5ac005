/** Every file format: readers, hints, refusals, pages and docs/formats.md follow this table. */

/** Kinds of formats, with a name that sellers know and what is read of them. */
export const formatKinds = {
  "delimited text": {
    known: "CSV",
    read: "`;` `|` `^` `~` `:` spaces, `::` `||` `|~|` and others of two or three signs, control characters 1 and 31; with or without header; titles, notes or further tables around; header of several rows or in a comment; `\"` and `'` quotes, also misplaced; ragged rows; comments; `sep=` lines",
  },
  JSON: {
    known: "JSON",
    read: "JSON Lines, an array, concatenated objects (RFC 8142), GeoJSON; of an object the table that it is (records, columns, pandas' orients) or its largest table, with an alert for the rest; YAML in the same ways",
  },
  columns: {
    known: "Parquet",
    read: "unsupported columns (Arrow intervals, unions, run ends, list views, 256-bit decimals) are dropped with an alert",
  },
  markup: {
    known: "XML",
    read: "XML elements that repeat, with attributes and parts as columns and lists as JSON; each HTML table",
  },
  sheets: {
    known: "Excel",
    read: "each visible sheet that is a table; text sheets become documents",
  },
  databases: { known: "SQLite", read: "each table" },
  statistics: { known: "SPSS, Stata, SAS", read: "value labels, and a code book as a document" },
  maps: { known: "GeoPackage", read: "each layer; GPX by its points" },
  arrays: {
    known: "NumPy",
    read: "arrays of one and two dimensions with the same length, side by side; shapes and types of all others, in a document or as rows; HDF5 with deflate, lzf, shuffle",
  },
  text: {
    known: "texts",
    read: "one row per line or paragraph; an archive of ten or more texts: one row each, the folder as its label",
  },
  pictures: {
    known: "pictures",
    read: "archives of jpeg, png, webp, gif, tiff, avif: one row per picture, thumbnails, a contact sheet",
  },
  media: {
    known: "recordings",
    read: "archives of recordings (mp3, wav, flac, ogg, m4a, aiff) or of PDF files: one row per file with duration, rate and channels, or pages, and bytes; the folder as its label",
  },
  packed: {
    known: "archives",
    read: "gzip, zstd, bzip2, xz; zip, tar or 7z (LZMA, LZMA2, deflate, bzip2) with one or more tables",
  },
} as const satisfies Record<string, { known: string; read: string }>;

type Format = {
  /** As people write it. */
  title: string;
  kind: keyof typeof formatKinds;
  /** Of file names that tell the format; sellers may give them as hints, too. */
  extensions: readonly string[];
  /** Other hints of sellers: names and content types. */
  hints?: readonly string[];
};

/** Formats that are read, by their name in profiles. */
export const readFormats = {
  csv: {
    title: "CSV",
    kind: "delimited text",
    extensions: ["csv", "psv"],
    hints: ["text/csv"],
  },
  tsv: {
    title: "TSV",
    kind: "delimited text",
    extensions: ["tsv", "tab"],
    hints: ["text/tab-separated-values"],
  },
  fwf: { title: "fixed width", kind: "delimited text", extensions: ["fwf"], hints: ["prn"] },
  arff: { title: "ARFF", kind: "delimited text", extensions: ["arff"] },
  json: { title: "JSON", kind: "JSON", extensions: ["json"], hints: ["application/json"] },
  jsonl: {
    title: "JSON Lines",
    kind: "JSON",
    extensions: ["jsonl", "ndjson"],
    hints: ["jsonlines", "application/x-ndjson"],
  },
  geojson: {
    title: "GeoJSON",
    kind: "JSON",
    extensions: ["geojson"],
    hints: ["application/geo+json"],
  },
  yaml: {
    title: "YAML",
    kind: "JSON",
    extensions: [],
    hints: ["yml", "application/yaml", "application/x-yaml", "text/yaml"],
  },
  parquet: {
    title: "Parquet, GeoParquet",
    kind: "columns",
    extensions: ["parquet", "pq"],
    hints: ["application/vnd.apache.parquet"],
  },
  arrow: {
    title: "Arrow, Feather 2",
    kind: "columns",
    extensions: ["arrow", "arrows", "feather", "ipc"],
    hints: ["application/vnd.apache.arrow.file", "application/vnd.apache.arrow.stream"],
  },
  avro: { title: "Avro", kind: "columns", extensions: ["avro"], hints: ["application/avro"] },
  xml: { title: "XML", kind: "markup", extensions: [], hints: ["text/xml", "application/xml"] },
  html: { title: "HTML", kind: "markup", extensions: [], hints: ["htm", "text/html"] },
  xlsx: {
    title: "Excel",
    kind: "sheets",
    extensions: ["xlsx"],
    hints: ["excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  },
  xls: {
    title: "Excel before 2007",
    kind: "sheets",
    extensions: ["xls"],
    hints: ["application/vnd.ms-excel"],
  },
  xlsb: {
    title: "binary Excel",
    kind: "sheets",
    extensions: ["xlsb"],
    hints: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  },
  ods: {
    title: "OpenDocument",
    kind: "sheets",
    extensions: ["ods"],
    hints: ["application/vnd.oasis.opendocument.spreadsheet"],
  },
  dif: { title: "DIF", kind: "sheets", extensions: ["dif"] },
  dbf: {
    title: "dBase, FoxPro",
    kind: "databases",
    extensions: ["dbf"],
    hints: ["application/x-dbf"],
  },
  sqlite: {
    title: "SQLite",
    kind: "databases",
    extensions: ["sqlite", "sqlite3", "db", "db3"],
    hints: ["application/vnd.sqlite3"],
  },
  geopackage: {
    title: "GeoPackage",
    kind: "maps",
    extensions: ["gpkg"],
    hints: ["geopackage", "application/geopackage+sqlite3"],
  },
  shapefile: {
    title: "Shapefiles in zip",
    kind: "maps",
    extensions: [],
    hints: ["shp", "shapefile"],
  },
  kml: {
    title: "KML, KMZ",
    kind: "maps",
    extensions: ["kml"],
    hints: ["application/vnd.google-earth.kml+xml"],
  },
  gpx: { title: "GPX", kind: "maps", extensions: ["gpx"], hints: ["application/gpx+xml"] },
  dta: { title: "Stata", kind: "statistics", extensions: ["dta"], hints: ["stata"] },
  sav: { title: "SPSS", kind: "statistics", extensions: ["sav", "zsav"], hints: ["spss"] },
  xpt: { title: "SAS XPORT", kind: "statistics", extensions: ["xpt"], hints: ["xport"] },
  sas7bdat: {
    title: "SAS (sas7bdat)",
    kind: "statistics",
    extensions: ["sas7bdat"],
    hints: ["sas"],
  },
  npy: { title: "NumPy npy", kind: "arrays", extensions: ["npy"] },
  npz: { title: "npz", kind: "arrays", extensions: ["npz"] },
  netcdf: {
    title: "NetCDF (classic)",
    kind: "arrays",
    extensions: ["nc"],
    hints: ["application/x-netcdf"],
  },
  hdf5: {
    title: "HDF5, NetCDF-4",
    kind: "arrays",
    extensions: ["h5", "hdf5", "nc4"],
    hints: ["application/x-hdf5"],
  },
  txt: { title: "plain text", kind: "text", extensions: [], hints: ["txt", "text", "text/plain"] },
} as const satisfies Record<string, Format>;

export type ReadFormat = keyof typeof readFormats;

const asTable = "write it as CSV or Parquet";
const eachTable = "export each table as CSV or Parquet";
const asZip = "pack the files as zip, tar or 7z";
const eachArray = "write its arrays as tables, in CSV or Parquet";

/** Formats that are recognised and refused, by their name in profiles: what to do instead. */
export const refusedFormats = {
  feather: { title: "Feather files of version 1", instead: "write version 2 (Arrow)" },
  orc: { title: "ORC files", instead: asTable },
  rds: { title: "R objects (rds)", instead: asTable },
  rdata: { title: "R objects (RData)", instead: asTable },
  sas7bcat: { title: "SAS catalogs", instead: "upload the data file (sas7bdat)" },
  rar: { title: "RAR archives", instead: asZip },
  mat: { title: "MATLAB files", instead: eachArray },
  grib: { title: "GRIB files", instead: eachArray },
  fits: { title: "FITS files", instead: asTable },
  pickle: { title: "Python pickles", instead: asTable },
  duckdb: { title: "DuckDB databases", instead: eachTable },
  access: { title: "Access databases", instead: eachTable },
  sql: { title: "SQL statements", instead: `load them and ${eachTable}` },
  numbers: { title: "Numbers documents", instead: eachTable },
  pages: { title: "Pages documents", instead: asTable },
  keynote: { title: "Keynote presentations", instead: asTable },
  ppt: { title: "PowerPoint presentations", instead: asTable },
  doc: { title: "Word documents", instead: asTable },
  odt: { title: "text documents (odt)", instead: asTable },
  epub: { title: "e-books", instead: "put their texts into an archive" },
  msg: { title: "Outlook messages (msg)", instead: asTable },
  pdf: { title: "PDF files", instead: asTable },
  rtf: { title: "formatted texts (RTF)", instead: asTable },
  svg: { title: "SVG drawings", instead: "put pictures as PNG into an archive" },
  topojson: { title: "TopoJSON", instead: "write GeoJSON" },
} as const satisfies Record<string, { title: string; instead: string }>;

export type RefusedFormat = keyof typeof refusedFormats;

const listed: [ReadFormat, Format][] = Object.entries(readFormats) as [ReadFormat, Format][];

/** The formats by every hint that sellers give: names, extensions and content types. */
export const formatsByHint: ReadonlyMap<string, ReadFormat> = new Map(
  listed.flatMap(([name, { extensions, hints = [] }]) =>
    [name, ...extensions, ...hints].map((hint): [string, ReadFormat] => [hint, name]),
  ),
);

/** Extensions of files that hold tables. */
export const tableExtensions: readonly string[] = listed.flatMap(([, format]) => format.extensions);

/** What a seller may upload, in words: `CSV, JSON, Parquet, …`. */
export const uploadKinds: string = Object.values(formatKinds)
  .map(({ known }) => known)
  .join(", ");
