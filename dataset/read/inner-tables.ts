/** Opens files that may hold several tables; add the reader of such a format here. */
import type { InnerFormat } from "../base/inner-formats.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { InnerTables, OpenInner } from "./inner-table.ts";

/** Loaded on demand: other files must not pay for these readers and their packages. */
const openers: Readonly<Record<InnerFormat, () => Promise<OpenInner>>> = {
  xlsx: async () => (await import("./xlsx/source.ts")).openXlsx,
  xls: async () => (await import("./books/source.ts")).openXls,
  xlsb: async () => (await import("./books/source.ts")).openXlsb,
  dif: async () => (await import("./books/source.ts")).openDif,
  ods: async () => (await import("./ods/source.ts")).openOds,
  sqlite: async () => (await import("./sqlite/source.ts")).openSqlite,
  geopackage: async () => (await import("./sqlite/source.ts")).openGeoPackage,
  shapefile: async () => (await import("./shapefile/source.ts")).openShapefile,
  kml: async () => (await import("./xml/kml.ts")).openKml,
  xml: async () => (await import("./xml/records.ts")).openXml,
  html: async () => (await import("./html/source.ts")).openHtml,
  yaml: async () => (await import("./yaml/source.ts")).openYaml,
  csv: async () => (await import("./delimited/long-delimiter.ts")).openLongDelimited,
  arff: async () => (await import("./arff/source.ts")).openArff,
  sav: async () => (await import("./statistics/sav.ts")).openSav,
  xpt: async () => (await import("./statistics/xport.ts")).openXport,
  sas7bdat: async () => (await import("./statistics/sas7bdat.ts")).openSas,
  fwf: async () => (await import("./fixed-width/source.ts")).openFixedWidth,
  hdf5: async () => (await import("./arrays/hdf5/source.ts")).openHdf5,
  npy: async () => (await import("./arrays/npy.ts")).openNpy,
  npz: async () => (await import("./arrays/npy.ts")).openNpz,
  netcdf: async () => (await import("./arrays/netcdf.ts")).openNetCdf,
  gpx: async () => (await import("./xml/gpx.ts")).openGpx,
  dta: async () => (await import("./stata/source.ts")).openStata,
  dbf: async () => (await import("./dbf/source.ts")).openDbf,
};

/** Opens the tables of a file. Throws `DatasetRefusal` if it cannot be read. */
export async function openInnerTables(
  format: InnerFormat,
  ...rest: Parameters<OpenInner>
): Promise<InnerTables> {
  const open = await openers[format]().catch((error: unknown) => {
    if (!isMissingPackage(error)) throw error;
    const detail = `This installation has no reader for ${format} files.`;
    throw new DatasetRefusal("unsupported_format", detail, format, error);
  });
  return await open(...rest);
}

/** Only the image of the profile workers has the packages of `dataset/package.json`. */
function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
