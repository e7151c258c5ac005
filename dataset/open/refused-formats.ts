/** Formats that are known and not read: what tells them, and what a seller does instead. */
import { fileTypeFromBuffer } from "file-type";
import { DatasetRefusal } from "../base/refusal.ts";

type Refused = readonly [format: string, mark: RegExp, detail: string];

const asTable = "write it as CSV or Parquet.";
const exported = "export each table as CSV or Parquet.";
const arrays = "write its arrays as tables, in CSV or Parquet.";

/** By the first bytes, each read as a character; none of them begins a text. */
const binaryFormats: readonly Refused[] = [
  [
    "feather",
    /^FEA1\0/,
    "No sample is made of Feather files of version 1; write version 2 (Arrow).",
  ],
  ["sqlite", /^SQLite format 3/, `No sample is made of SQLite databases; ${exported}`],
  ["parquet", /^PARE/, "The Parquet file is encrypted; upload it without encryption."],
  [
    "xls",
    /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    "No sample is made of Excel workbooks of 1997 to 2003 (xls); save it as xlsx or CSV.",
  ],
  ["orc", /^ORC[\0-\x1f]/, `No sample is made of ORC files; ${asTable}`],
  ["sav", /^\$FL[23]/, `No sample is made of SPSS files (sav); ${asTable}`],
  ["dta", /^[\x69-\x73][\x01\x02]\x01\0/, `No sample is made of Stata files (dta); ${asTable}`],
  [
    "sas7bdat",
    /^\0{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf/,
    `No sample is made of SAS files (sas7bdat); ${asTable}`,
  ],
  ["rds", /^[XA]\n\0\0\0[\x02\x03]/, `No sample is made of R's objects (rds); ${asTable}`],
  ["rdata", /^RD[AX][23]\n/, `No sample is made of R's objects (RData); ${asTable}`],
  ["hdf5", /^\x89HDF\r\n/, `No sample is made of HDF5 files; ${arrays}`],
  ["netcdf", /^CDF[\x01\x02\x05]/, `No sample is made of NetCDF files; ${arrays}`],
  ["npy", /^\x93NUMPY/, `No sample is made of NumPy arrays (npy); ${asTable}`],
  ["mat", /^MATLAB 5\.0 MAT-file/, `No sample is made of MATLAB files; ${arrays}`],
  ["pickle", /^\x80[\x02-\x05][^]*$/, `No sample is made of Python pickles; ${asTable}`],
  ["duckdb", /^[^]{8}DUCK/, `No sample is made of DuckDB databases; ${exported}`],
  [
    "access",
    /^\0\x01\0\0Standard (Jet|ACE) DB/,
    `No sample is made of Access databases; ${exported}`,
  ],
  [
    "shapefile",
    /^\0\0\x27\n/,
    "No sample is made of Shapefiles; write it as GeoJSON or GeoParquet.",
  ],
  [
    "dbf",
    /^[\x03\x30\x31\x83\x8b\xf5][^][\x01-\x0c][\x01-\x1f][^]{8}\0\0/,
    `No sample is made of dBase files (dbf); ${asTable}`,
  ],
];

/** By a first line that is text. */
const textFormats: readonly Refused[] = [
  ["dta", /^<stata_dta>/, `No sample is made of Stata files (dta); ${asTable}`],
  ["fits", /^SIMPLE {2}= +T /, `No sample is made of FITS files; ${asTable}`],
];

/** Formats that are zip archives. */
const zippedFormats: readonly Refused[] = [
  ["xlsb", /xl\/workbook\.bin/, "No sample is made of binary workbooks (xlsb); save it as xlsx."],
  [
    "ods",
    /mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/,
    "No sample is made of OpenDocument sheets (ods); save it as xlsx or CSV.",
  ],
  [
    "shapefile",
    /\.(shp|SHP)(?=PK|UT|ux|[^\w.-])/,
    "No sample is made of Shapefiles; write it as GeoJSON or GeoParquet.",
  ],
];

const markBytes = 128;

function refuse([format, , detail]: Refused): never {
  throw new DatasetRefusal("unsupported_format", detail, format);
}

/** Throws `DatasetRefusal` where a zip archive is a format of its own. */
export function refuseZippedFormat(head: Buffer, tail: Buffer): void {
  const texts = [head.subarray(0, markBytes).toString("latin1"), tail.toString("latin1")];
  const found = zippedFormats.find(([, mark]) => texts.some((text) => mark.test(text)));
  if (found) refuse(found);
}

/** Throws `DatasetRefusal` where the beginning is text of a format that is none. */
export function refuseTextFormat(head: Buffer): void {
  const text = head.subarray(0, markBytes).toString("latin1");
  const found = textFormats.find(([, mark]) => mark.test(text));
  if (found) refuse(found);
}

/** Refuses what is neither text nor of a format that is read, by its name where that is known. */
export async function refuseBinary(head: Buffer): Promise<never> {
  const text = head.subarray(0, markBytes).toString("latin1");
  const found = binaryFormats.find(([, mark]) => mark.test(text));
  if (found) refuse(found);
  const type = await fileTypeFromBuffer(head);
  if (!type) {
    throw new DatasetRefusal("unknown_format", "The content is binary and of no known format.");
  }
  if (type.mime.startsWith("image/")) {
    throw new DatasetRefusal("single_image", `The file is one image (${type.mime}).`, type.ext);
  }
  throw new DatasetRefusal(
    "unsupported_format",
    `No sample is made of ${type.mime} files.`,
    type.ext,
  );
}
