import { z } from "zod";
import { TWIN_REASONS } from "./vocabulary.ts";

const table = z.string().nullable().meta({
  description: "Name of the table; null if the file has only one.",
  example: "stop_times",
});
const sha256 = z.string().meta({
  description: "SHA-256 of the Parquet file, in hex.",
  example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
});
const byteSize = z.int().min(0).meta({ description: "Bytes.", example: 184_213 });
const rowCount = z.int().min(0).meta({ description: "The same as in its profile." });

const parquetFile = z
  .object({
    table,
    is_default: z.boolean().meta({ description: "Whether `table` may be omitted." }),
    url: z.url().nullable().meta({
      description: "Stable address of the file, with byte ranges. Null without one.",
    }),
    byte_size: byteSize.nullable(),
    sha256: sha256.nullable(),
    row_count: rowCount.nullable(),
    error: z
      .object({ code: z.enum(TWIN_REASONS), detail: z.string() })
      .nullable()
      .meta({ description: "Why it has no Parquet file." }),
  })
  .meta({ description: "A table and its Parquet file." });

export const parquetFilesView = z
  .object({
    pending: z.boolean().meta({ description: "Whether the files are being made." }),
    items: z.array(parquetFile),
  })
  .meta({ id: "ParquetFiles" });

export const purchasedParquet = z
  .object({
    table,
    download_url: z.url().meta({ description: "Signed; supports byte ranges." }),
    byte_size: byteSize,
    sha256,
    row_count: rowCount,
  })
  .meta({ description: "The Parquet file of a purchased table." });

export type ParquetFiles = z.infer<typeof parquetFilesView>;
export type PurchasedParquet = z.infer<typeof purchasedParquet>;
