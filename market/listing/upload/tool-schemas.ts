/** Input and output of the upload tool, for a file, its parts, or a folder of many files. */
import { z } from "zod";
import { idSchema } from "../../text.ts";
import { filePartUrlsView } from "../folder/part-schemas.ts";
import { announcedFile, folderUploadView, uploadFilesPage } from "../folder/schemas.ts";
import { importFrom, importView } from "../import/schemas.ts";
import { uploadUrlsBody, uploadUrlsView } from "./schemas.ts";

/** How many files of a folder one tool call can announce: a message has no room for more. */
export const TOOL_FILES_MAX = 400;

/** Advice for a larger folder. */
export const moreFiles = `A tool accepts ${TOOL_FILES_MAX} files of a folder; announce more with \`POST /listings/{id}/upload-urls\` of the REST API, then continue here with upload_id.`;

const { shape: body } = uploadUrlsBody;

export const requestUploadInput = z.strictObject({
  listing_id: idSchema.describe("From create_draft."),
  content_type: body.content_type.describe("Such as text/csv."),
  byte_size: body.byte_size.describe("The file's exact size."),
  parts: body.parts.describe("Number of parts; full.recommended suggests one."),
  files: z
    .array(
      announcedFile.extend({
        name: z.string().describe("Path in the folder."),
        byte_size: z.int().min(0),
        sha256: announcedFile.shape.sha256.describe("Other bytes are refused."),
      }),
    )
    .min(1)
    .max(TOOL_FILES_MAX, moreFiles)
    .optional()
    .describe("All files of a folder."),
  from: importFrom
    .optional()
    .describe("https:// address of the file, or of a Croissant document, fetched for you."),
  upload_id: idSchema.optional().describe("full.upload_id or import.id, to go on."),
  file: z.int().min(0).optional().describe("Position of a folder's file, for its parts."),
});

/** For one file `full`, for a folder `full` and `files`, for one file of a folder `file`. */
export const requestedUpload = z.object({
  full: uploadUrlsView.shape.full
    .extend({ file_count: folderUploadView.shape.full.shape.file_count })
    .partial()
    .optional(),
  files: uploadFilesPage.optional(),
  file: filePartUrlsView.optional(),
  import: importView
    .pick({ id: true, state: true, bytes_done: true, bytes_total: true, problem: true })
    .optional(),
  warnings: folderUploadView.shape.warnings.optional(),
});

export type RequestUploadInput = z.output<typeof requestUploadInput>;
export type RequestedUpload = z.output<typeof requestedUpload>;
