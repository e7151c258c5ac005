/** Where the Parquet twins of a file lie in the store. Pure. */

/** The same for every try, so that a repeated one writes over what a killed one left. */
export function twinPath(uploadId: string, position: number): string {
  return `twins/${uploadId}/${position}.parquet`;
}

/** The keys of all twins that a file may have. */
export function twinPaths(uploadId: string, positions: number): string[] {
  return Array.from({ length: positions }, (_, position) => twinPath(uploadId, position));
}
