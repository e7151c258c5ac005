/** Formats whose files may hold several tables; `read/inner-tables.ts` has a reader for each. */
export type InnerFormat =
  | "xlsx"
  | "xls"
  | "xlsb"
  | "ods"
  | "dif"
  | "dbf"
  | "sqlite"
  | "geopackage"
  | "shapefile"
  | "kml"
  | "gpx"
  | "dta";
