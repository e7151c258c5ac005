/** What the tool for uploads takes and gives: one for a file, its parts, and a folder of many files. */
import { z } from "zod";
import { idSchema } from "../../text.ts";
import { filePartUrlsView } from "../folder/part-schemas.ts";
import { announcedFile, folderUploadView, uploadFilesPage } from "../folder/schemas.ts";
import { uploadUrlsBody, uploadUrlsView } from "./schemas.ts";

/** How many files a folder may have that one tool call announces: a message has no room for more. */
export const TOOL_FILES_MAX = 400;

/** What to do with a larger folder. */
export const moreFiles = `A tool takes ${TOOL_FILES_MAX} files of a folder; announce more with \`POST /listings/{id}/upload-urls\` of the REST API, then go on here with upload_id.`;

const { shape: body } = uploadUrlsBody;

export const requestUploadInput = z.strictObject({
  listing_id: idSchema.describe("From create_draft."),
  content_type: body.content_type.describe("Such as text/csv."),
  byte_size: body.byte_size.describe("The file's exact size."),
  parts: body.parts.describe("How many; full.recommended says a good number."),
  files: z
    .array(
      announcedFile.extend({
        name: z.string().describe("Path in it."),
        byte_size: z.int().min(0),
        sha256: announcedFile.shape.sha256.describe("Other bytes are refused."),
      }),
    )
    .min(1)
    .max(TOOL_FILES_MAX, moreFiles)
    .optional()
    .describe("Of a folder, all."),
  upload_id: idSchema.optional().describe("full.upload_id, to go on with it."),
  file: z.int().min(0).optional().describe("Of a folder: position, for its parts."),
});

/** Of one file `full`, of a folder `full` and `files`, of one file of a folder `file`. */
export const requestedUpload = z.object({
  full: uploadUrlsView.shape.full
    .extend({ file_count: folderUploadView.shape.full.shape.file_count })
    .partial()
    .optional(),
  files: uploadFilesPage.optional(),
  file: filePartUrlsView.optional(),
  warnings: folderUploadView.shape.warnings.optional(),
});

export type RequestUploadInput = z.output<typeof requestUploadInput>;
export type RequestedUpload = z.output<typeof requestedUpload>;
