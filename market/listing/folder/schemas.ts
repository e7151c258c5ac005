/** The wire shapes of a folder while it is uploaded. */

import { z } from "zod";
import { CURSOR_CHARS_MAX, UPLOAD_FILES_PAGE_DEFAULT } from "../../limits.ts";
import { idSchema, line, queryInteger } from "../../text.ts";
import { UPLOAD_FILES_MAX, UPLOAD_FILES_PAGE_MAX } from "../limits.ts";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "is not a SHA-256 in hexadecimal");

export const filesQuery = z.strictObject({
  limit: queryInteger(1, UPLOAD_FILES_PAGE_MAX)
    .default(UPLOAD_FILES_PAGE_DEFAULT)
    .meta({
      description: "Files a page.",
      override: {
        type: "integer",
        minimum: 1,
        maximum: UPLOAD_FILES_PAGE_MAX,
        default: UPLOAD_FILES_PAGE_DEFAULT,
      },
    }),
  cursor: line(CURSOR_CHARS_MAX).optional().meta({
    description: "`pagination.next_cursor` of the page before.",
  }),
});

export const announcedFile = z.strictObject({
  name: z.string().min(1).meta({
    description: "Where it lies in the folder: relative, `/` between folders, in NFC.",
    example: "year=2024/part-0.parquet",
  }),
  byte_size: z.int().min(0).meta({
    description:
      "Its exact size. Above what one PUT takes (5 GiB by default) it comes in parts of its own.",
  }),
  sha256: sha256Schema.optional().meta({
    description:
      "What its bytes are to be: others are refused. A file of an earlier version of this listing with " +
      "this hash needs not be sent again.",
  }),
});

/** Each file is looked at by `check-folder.ts`, as ten thousand at once would take too long. */
export const announcedFiles = z
  .array(z.unknown())
  .min(1)
  .max(UPLOAD_FILES_MAX)
  .meta({
    description:
      "The dataset is a folder of these files: each is sent by itself, and the answer is a " +
      "`FolderUpload`. Without `byte_size`, `parts` and `content_type`.",
    override: {
      type: "array",
      minItems: 1,
      maxItems: UPLOAD_FILES_MAX,
      items: z.toJSONSchema(announcedFile, { io: "input" }),
    },
  });

type MayHaveFiles = { files?: unknown; [of: string]: unknown };

/** A folder's files have their sizes each: what is said of a single file says nothing of them. */
export const standsAlone = ({ files, ...single }: MayHaveFiles) =>
  files === undefined || Object.values(single).every((value) => value === undefined);

export const standsAloneFault = {
  path: ["files"],
  error: "stands without byte_size, parts and content_type: each file has its own size",
};

const fileStates = ["awaited", "arrived", "unchanged"] as const;

/** What is said of each file of a folder. */
export const uploadFileFields = {
  name: z.string(),
  position: z.int().min(0).meta({
    description:
      "Its place in the folder, for `/listings/{id}/uploads/{upload_id}/files/{position}`.",
  }),
  byte_size: z.int().min(0),
  state: z.enum(fileStates).meta({
    description:
      "`awaited`: PUT it to `upload_url`, or in parts. `arrived`: it is there whole. `unchanged`: an " +
      "earlier version has it, and nothing is sent.",
  }),
  parts_expected: z.int().nullable().meta({
    description: "Parts that it comes in: POST `part-urls` of the file. Null: one PUT so far.",
  }),
  part_byte_size: z.int().nullable().meta({ description: "Of each part but the last." }),
};

const uploadFileView = z.object({
  ...uploadFileFields,
  upload_url: z.url().nullable().meta({
    description: "Of a file that is awaited. Null where it is too large for one PUT.",
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
    expires_in: z.int().meta({ description: "Seconds that the URLs live; ask again for others." }),
  })
  .meta({ id: "UploadFilesPage" });

export const folderUploadView = z
  .object({
    full: z.object({
      path: z.string().meta({ description: "To be used as `full_data_path`." }),
      expires_in: z.int().meta({ description: "Seconds." }),
      byte_size_max: z.int().meta({ description: "All files together." }),
      file_count: z.int(),
      upload_id: idSchema,
    }),
    files: uploadFilesPage.meta({
      description: "The first page; the others are at `links.files`.",
    }),
    warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
    links: z.object({ files: z.url() }),
  })
  .meta({ id: "FolderUpload" });

export const uploadFilesQuery = filesQuery.extend({
  state: z.enum(fileStates).optional().meta({
    description: "Only such files: `awaited` are those that a broken upload still has to send.",
  }),
});

export const uploadFilesParams = z.strictObject({
  id: idSchema,
  upload_id: idSchema.meta({ description: "`full.upload_id` of the answer to the announcement." }),
});

export type AnnouncedFile = z.infer<typeof announcedFile>;
export type UploadFilesPage = z.infer<typeof uploadFilesPage>;
export type FolderUploadView = z.infer<typeof folderUploadView>;
export type UploadFilesQuery = z.infer<typeof uploadFilesQuery>;
