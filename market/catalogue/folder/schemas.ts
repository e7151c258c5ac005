import { z } from "zod";
import { FILE_PATH_BYTES_MAX } from "../../limits.ts";
import type { filesQuery } from "../../listing/folder/schemas.ts";
import { queryFlag } from "../../text.ts";
import { EMBEDDED_BYTES_MAX } from "../limits.ts";

export const fileQuery = z.strictObject({
  path: z.string().min(1).max(FILE_PATH_BYTES_MAX).optional().meta({
    description: "One file of a folder; omitted: all of them as one zip file.",
    example: "year=2024/part-0.parquet",
  }),
});

export const downloadQuery = fileQuery.extend({
  embed: queryFlag.optional().meta({
    description: `True: the answer also holds the file, if it has at most ${EMBEDDED_BYTES_MAX} bytes.`,
  }),
});
export type DownloadQuery = z.infer<typeof downloadQuery>;

export const archiveParams = z.strictObject({
  token: z.string().min(1).max(2000).meta({ description: "Signed; part of a `download_url`." }),
});

const sha256 = z.string().nullable();

const fileView = z.object({
  path: z.string(),
  byte_size: z.int().min(0),
  sha256: sha256.meta({ description: "Null if the file has to be bought first." }),
  download_url: z.url().nullable().meta({
    description: "Signed; supports byte ranges. Null if the file has to be bought first.",
  }),
});

export const filesView = z
  .object({
    items: z.array(fileView),
    pagination: z.object({
      limit: z.int(),
      has_more: z.boolean(),
      next_cursor: z.string().nullable(),
    }),
    file_count: z.int(),
    manifest_sha256: sha256.meta({
      description: "The dataset's `sha256`, which is the manifest's.",
    }),
    expires_in: z.int().nullable().meta({ description: "Lifetime of the URLs in seconds." }),
  })
  .meta({ id: "DatasetFiles" });

export type FilesQuery = z.infer<typeof filesQuery>;
export type FilesView = z.infer<typeof filesView>;
