import { z } from "zod";
import { idSchema, queryInteger } from "../../text.ts";
import { UPLOAD_FILES_MAX } from "../limits.ts";
import { partsFields, partUrl } from "../upload/schemas.ts";
import { uploadFileFields } from "./schemas.ts";

export const uploadFileParams = z.strictObject({
  id: idSchema,
  upload_id: idSchema.meta({ description: "`full.upload_id` from the announcement's answer." }),
  position: queryInteger(0, UPLOAD_FILES_MAX - 1).meta({
    description: "The file's `position` in the list of the folder's files.",
    override: { type: "integer", minimum: 0, maximum: UPLOAD_FILES_MAX - 1 },
  }),
});

export const uploadFilePartsView = z
  .object({ ...uploadFileFields, ...partsFields })
  .meta({ id: "UploadFile" });

export const filePartUrlsView = z
  .object({
    ...uploadFileFields,
    expires_in: z.int().meta({ description: "Lifetime of all URLs of the answer, in seconds." }),
    parts_missing: z.int().meta({
      description: "Parts that have not arrived. When none is left, the file is joined: `arrived`.",
    }),
    parts: z.array(partUrl).meta({ description: "PUT each one, then request the remaining ones." }),
  })
  .meta({ id: "FilePartUrls" });

export type UploadFilePartsView = z.infer<typeof uploadFilePartsView>;
export type FilePartUrlsView = z.infer<typeof filePartUrlsView>;
