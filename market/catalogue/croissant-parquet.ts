/** The Parquet files of a dataset's tables in Croissant's `distribution`. Pure. */

/** The name that mlcroissant and Hugging Face use; the file's own address has the registered type. */
export const croissantParquet = "application/x-parquet";

/** A table with a Parquet file; `table` is null if the file has only one table. */
export type ParquetTable = { table: string | null; byteSize: number; sha256: string };

/** One file for each table, at the dataset's address of Parquet files. */
export function parquetFiles(
  address: string,
  tables: readonly ParquetTable[],
): Record<string, unknown>[] {
  return tables.map(({ table, byteSize, sha256 }, position) => {
    const id = `parquet/${position}`;
    return {
      "@type": "cr:FileObject",
      "@id": id,
      name: id,
      description: table === null ? "The table as Parquet." : `The table ${table} as Parquet.`,
      contentUrl: table === null ? address : `${address}?table=${encodeURIComponent(table)}`,
      encodingFormat: croissantParquet,
      contentSize: `${byteSize} B`,
      sha256,
    };
  });
}
