/** The object keys of a file's Parquet copies. Pure. */

/** The same for every try, so that a retry overwrites what a killed try left. */
export function twinPath(uploadId: string, position: number): string {
  return `twins/${uploadId}/${position}.parquet`;
}

/** The keys of all Parquet copies of a file. */
export function twinPaths(uploadId: string, positions: number): string[] {
  return Array.from({ length: positions }, (_, position) => twinPath(uploadId, position));
}
