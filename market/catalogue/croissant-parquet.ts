/** The Parquet files of a dataset's tables as Croissant's `distribution` names them. Pure. */

/** As mlcroissant and Hugging Face name it; the registered type is told by the file's own address. */
export const croissantParquet = "application/x-parquet";

/** A table that is kept as Parquet; `table` is null where the file has one alone. */
export type ParquetTable = { table: string | null; byteSize: number; sha256: string };

/** A file a table, each at the dataset's address of Parquet files. */
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
