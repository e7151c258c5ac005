/** The wire shapes of one file of a folder that comes in parts. */
import { z } from "zod";
import { idSchema, queryInteger } from "../../text.ts";
import { UPLOAD_FILES_MAX } from "../limits.ts";
import { partsFields, partUrl } from "../upload/schemas.ts";
import { uploadFileFields } from "./schemas.ts";

export const uploadFileParams = z.strictObject({
  id: idSchema,
  upload_id: idSchema.meta({ description: "`full.upload_id` of the answer to the announcement." }),
  position: queryInteger(0, UPLOAD_FILES_MAX - 1).meta({
    description: "`position` of the file, as the list of the folder's files has it.",
    override: { type: "integer", minimum: 0, maximum: UPLOAD_FILES_MAX - 1 },
  }),
});

export const uploadFilePartsView = z
  .object({ ...uploadFileFields, ...partsFields })
  .meta({ id: "UploadFile" });

export const filePartUrlsView = z
  .object({
    ...uploadFileFields,
    expires_in: z.int().meta({ description: "Seconds, of all URLs of the answer." }),
    parts_missing: z.int().meta({
      description: "Those that have not arrived. Once there is none the file is joined: `arrived`.",
    }),
    parts: z.array(partUrl).meta({ description: "PUT each, then ask for those that are left." }),
  })
  .meta({ id: "FilePartUrls" });

export type UploadFilePartsView = z.infer<typeof uploadFilePartsView>;
export type FilePartUrlsView = z.infer<typeof filePartUrlsView>;
