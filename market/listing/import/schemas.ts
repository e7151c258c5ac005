import { z } from "zod";
import { importKinds, importStates } from "../../../db/vocabulary/import.ts";
import { cursorOrOffset, walkQuery } from "../../list-shapes.ts";
import { idSchema, line, paginationSchema } from "../../text.ts";
import { attemptFields, s3KeyFields, s3PlaceFields } from "../../transfer-shapes.ts";
import { IMPORT_ADDRESS_CHARS_MAX, IMPORT_FAILURES_MAX } from "../limits.ts";

const importS3 = z
  .strictObject({
    ...s3KeyFields,
    session_token: line(4000).optional(),
    ...s3PlaceFields,
  })
  .meta({
    description:
      "For `s3://`: keys that may read the object (`s3:GetObject`). Stored encrypted, and deleted once the " +
      "import has arrived. A presigned URL needs none.",
  });

export const importFrom = line(IMPORT_ADDRESS_CHARS_MAX).meta({
  description:
    "`https://…` (also a presigned URL), `s3://bucket/key`, or a Croissant document, whose files become a folder.",
  example: "https://data.example.org/prices.csv",
});

export const importBody = z
  .strictObject({
    from: importFrom,
    kind: z.enum(importKinds).optional().meta({
      description: "By default `croissant` if the address ends in `croissant` or `croissant.json`.",
    }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "is not a SHA-256 in 64 lower-case hexadecimal digits")
      .optional()
      .meta({ description: "Of a single file: other bytes are refused." }),
    s3: importS3.optional(),
  })
  .meta({ id: "ImportBody" });

export const importParams = z.strictObject({
  id: idSchema,
  import_id: idSchema,
});

export const importView = z
  .object({
    id: idSchema.meta({ description: "Also the `upload_id` of the upload that it makes." }),
    listing_id: idSchema,
    from: z.string().meta({ description: "The address without its query." }),
    kind: z.enum(importKinds),
    state: z.enum(importStates).meta({
      description: "`done`: attached to the listing, like a file that you sent and attached.",
    }),
    bytes_done: z.int().min(0),
    bytes_total: z.int().min(0).nullable().meta({ description: "Null: the server has not said." }),
    files_done: z.int().min(0).meta({ description: "Files that arrived." }),
    files_total: z.int().min(0).nullable().meta({ description: "Null until they are counted." }),
    ...attemptFields(IMPORT_FAILURES_MAX),
  })
  .meta({ id: "Import" });

export const importsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export const importsView = z
  .object({ items: z.array(importView), pagination: paginationSchema })
  .meta({ id: "ImportPage" });

export type ImportBody = z.infer<typeof importBody>;
export type ImportView = z.infer<typeof importView>;
export type ImportsQuery = z.infer<typeof importsQuery>;
export type ImportsView = z.infer<typeof importsView>;
