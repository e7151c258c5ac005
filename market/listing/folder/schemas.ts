import { z } from "zod";
import { CURSOR_CHARS_MAX, UPLOAD_FILES_PAGE_DEFAULT } from "../../limits.ts";
import { idSchema, line, queryInteger } from "../../text.ts";
import { UPLOAD_FILES_MAX, UPLOAD_FILES_PAGE_MAX } from "../limits.ts";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256 in hexadecimal");

export const filesQuery = z.strictObject({
  limit: queryInteger(1, UPLOAD_FILES_PAGE_MAX)
    .default(UPLOAD_FILES_PAGE_DEFAULT)
    .meta({
      description: "Files on one page.",
      override: {
        type: "integer",
        minimum: 1,
        maximum: UPLOAD_FILES_PAGE_MAX,
        default: UPLOAD_FILES_PAGE_DEFAULT,
      },
    }),
  cursor: line(CURSOR_CHARS_MAX).optional().meta({
    description: "`pagination.next_cursor` of the previous page.",
  }),
});

export const announcedFile = z.strictObject({
  name: z.string().min(1).meta({
    description: "Path in the folder: relative, `/` between folders, in NFC.",
    example: "year=2024/part-0.parquet",
  }),
  byte_size: z.int().min(0).meta({
    description:
      "Its exact size. A file too large for one PUT (5 GiB by default) is sent in parts.",
  }),
  sha256: sha256Schema.optional().meta({
    description:
      "The expected hash; other bytes are refused. A file with a hash that an earlier version of this " +
      "listing has need not be sent again.",
  }),
});

/** `check-folder.ts` validates each file, because ten thousand at once would block the event loop. */
export const announcedFiles = z
  .array(z.unknown())
  .min(1)
  .max(UPLOAD_FILES_MAX)
  .meta({
    description:
      "The dataset is a folder of these files. Each one is sent separately, and the answer is a " +
      "`FolderUpload`. Without `byte_size`, `parts` and `content_type`.",
    override: {
      type: "array",
      minItems: 1,
      maxItems: UPLOAD_FILES_MAX,
      items: z.toJSONSchema(announcedFile, { io: "input" }),
    },
  });

type MayHaveFiles = { files?: unknown; [of: string]: unknown };

/** In a folder each file has its own size, so the fields of a single file do not apply. */
export const standsAlone = ({ files, ...single }: MayHaveFiles) =>
  files === undefined || Object.values(single).every((value) => value === undefined);

export const standsAloneFault = {
  path: ["files"],
  error: "excludes byte_size, parts and content_type: each file has its own size",
};

const fileStates = ["awaited", "arrived", "unchanged"] as const;

/** The fields of each file in a folder. */
export const uploadFileFields = {
  name: z.string(),
  position: z.int().min(0).meta({
    description:
      "Its index in the folder, for `/listings/{id}/uploads/{upload_id}/files/{position}`.",
  }),
  byte_size: z.int().min(0),
  state: z.enum(fileStates).meta({
    description:
      "`awaited`: PUT it to `upload_url`, or in parts. `arrived`: it is complete. `unchanged`: an " +
      "earlier version has it, so it need not be sent.",
  }),
  parts_expected: z.int().nullable().meta({
    description: "Number of parts, with URLs from the file's `part-urls`. Null: a single PUT.",
  }),
  part_byte_size: z.int().nullable().meta({ description: "Size of each part except the last." }),
};

const uploadFileView = z.object({
  ...uploadFileFields,
  upload_url: z.url().nullable().meta({
    description: "For an awaited file. Null if it is too large for one PUT.",
  }),
});

export const uploadFilesPage = z
  .object({
    items: z.array(uploadFileView),
    pagination: z.object({
      limit: z.int(),
      has_more: z.boolean(),
      next_cursor: z.string().nullable(),
    }),
    expires_in: z
      .int()
      .meta({ description: "Lifetime of the URLs in seconds; you can get new ones." }),
  })
  .meta({ id: "UploadFilesPage" });

export const folderUploadView = z
  .object({
    full: z.object({
      path: z.string().meta({ description: "Send it as `full_data_path`." }),
      expires_in: z.int().meta({ description: "Seconds." }),
      byte_size_max: z.int().meta({ description: "For all files together." }),
      file_count: z.int(),
      upload_id: idSchema,
    }),
    files: uploadFilesPage.meta({
      description: "The first page; `links.files` has the others.",
    }),
    warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
    links: z.object({ files: z.url() }),
  })
  .meta({ id: "FolderUpload" });

export const uploadFilesQuery = filesQuery.extend({
  state: z.enum(fileStates).optional().meta({
    description: "Only files in this state: `awaited` ones still have to be sent.",
  }),
});

export const uploadFilesParams = z.strictObject({
  id: idSchema,
  upload_id: idSchema.meta({ description: "`full.upload_id` from the announcement's answer." }),
});

export type AnnouncedFile = z.infer<typeof announcedFile>;
export type UploadFilesPage = z.infer<typeof uploadFilesPage>;
export type FolderUploadView = z.infer<typeof folderUploadView>;
export type UploadFilesQuery = z.infer<typeof uploadFilesQuery>;
