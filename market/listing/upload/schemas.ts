/** The wire shapes of uploads: what is announced, the URLs, and what has arrived. */
import { z } from "zod";
import { cursorOrOffset, walkQuery } from "../../list-shapes.ts";
import { idSchema, instantSchema, line, paginationSchema, queryInteger } from "../../text.ts";
import { announcedFiles, standsAlone, standsAloneFault } from "../folder/schemas.ts";
import { PART_URLS_PER_ANSWER_MAX, UPLOAD_PARTS_MAX } from "../limits.ts";

const partNumber = z.int().min(1).max(UPLOAD_PARTS_MAX);
const md5 = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "is not an MD5 in 32 lower-case hexadecimal digits")
  .meta({ example: "900150983cd24fb0d6963f7d28e17f72" });

export const uploadUrlsBody = z
  .strictObject({
    content_type: line(100).optional().meta({ example: "text/csv" }),
    byte_size: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          "The file's exact size. The URL then refuses a longer file, of S3 a shorter one too, and the " +
          "answer recommends parts. Above what one PUT takes (5 GiB by default) the file comes in these. " +
          "Left out, the most that a URL takes counts towards your quota until the file is attached.",
      }),
    parts: z
      .int()
      .min(1)
      .max(UPLOAD_PARTS_MAX)
      .optional()
      .meta({
        description:
          "Asks for a multipart upload of this many parts. With `byte_size`, parts of at least 5 MiB " +
          "and at most 5 GiB by default, all alike but the last; each then takes its own `byte_size` alone.",
      }),
    part_byte_size: z.int().min(1).optional().meta({
      description: "The same by the size of each part but the last. Needs `byte_size`.",
    }),
    files: announcedFiles.optional(),
  })
  .refine(standsAlone, standsAloneFault)
  .meta({ id: "UploadUrlsBody" });

export const partUrl = z.object({
  part_number: z.int(),
  upload_url: z.url(),
  byte_size: z.int().optional().meta({
    description: "The part's exact size, where the file's was announced.",
  }),
  content_md5: z.string().optional().meta({
    description: "To be sent as the header `Content-MD5`, where an MD5 was stated.",
  }),
});

export const uploadUrlsView = z
  .object({
    full: z.object({
      upload_url: z.url().meta({ description: "PUT the whole file here." }),
      path: z.string().meta({ description: "To be used as `full_data_path`." }),
      expires_in: z.int().meta({ description: "Seconds, of all URLs of the answer." }),
      byte_size_max: z.int().meta({ description: "The most that `upload_url` takes." }),
      upload_id: idSchema.meta({
        description: "Of `/listings/{id}/uploads/{upload_id}`: what arrived, and further URLs.",
      }),
      recommended: z.object({ parts: z.int(), part_byte_size: z.int() }).optional().meta({
        description: "Parts that suit the announced size, each lost at little cost.",
      }),
      parts_expected: z.int().optional().meta({ description: "Parts in all, of a file in parts." }),
      parts_missing: z.int().optional().meta({ description: "Those that have not arrived." }),
      parts: z
        .array(partUrl)
        .optional()
        .meta({
          description:
            `Of a file in parts, at most ${PART_URLS_PER_ANSWER_MAX}: PUT each, ask for those that are ` +
            "left with part-urls, then PATCH the path.",
        }),
    }),
  })
  .meta({ id: "UploadUrls" });

export const partUrlsBody = z
  .strictObject({
    parts: z
      .array(
        z.strictObject({
          part_number: partNumber,
          md5: md5.optional().meta({
            description:
              "Of the part's bytes. The URL takes no others, and the joining compares it once more.",
          }),
        }),
      )
      .min(1)
      .max(PART_URLS_PER_ANSWER_MAX)
      .optional()
      .meta({ description: "Left out, the next parts that have not arrived." }),
    limit: z
      .int()
      .min(1)
      .max(PART_URLS_PER_ANSWER_MAX)
      .optional()
      .meta({ description: "The most URLs of missing parts; 100 where it is left out." }),
  })
  .meta({ id: "PartUrlsBody" });

export const uploadParams = z.strictObject({
  id: idSchema,
  upload_id: idSchema.meta({ description: "`full.upload_id` of upload-urls." }),
});

export const uploadQuery = z.strictObject({
  after_part: queryInteger(0, UPLOAD_PARTS_MAX)
    .default(0)
    .meta({
      description: "Lists the parts after this number.",
      override: { type: "integer", minimum: 0, maximum: UPLOAD_PARTS_MAX, default: 0 },
    }),
  limit: queryInteger(1, PART_URLS_PER_ANSWER_MAX)
    .default(PART_URLS_PER_ANSWER_MAX)
    .meta({
      description: "Parts of one answer.",
      override: {
        type: "integer",
        minimum: 1,
        maximum: PART_URLS_PER_ANSWER_MAX,
        default: PART_URLS_PER_ANSWER_MAX,
      },
    }),
});

const uploadStates = ["open", "attached", "ended"] as const;

const uploadFields = {
  id: idSchema,
  path: z.string(),
  state: z.enum(uploadStates).meta({
    description: "`ended`: given up, replaced by a later upload, or its time ran out.",
  }),
  byte_size: z.int().nullable().meta({ description: "Of the file, as it was announced." }),
  parts_expected: z.int().nullable().meta({ description: "Null: it comes in one PUT so far." }),
  part_byte_size: z.int().nullable().meta({ description: "Of each part but the last." }),
  file_count: z
    .int()
    .nullable()
    .meta({ description: "Of a folder, whose files come each by itself." }),
  issued_at: instantSchema,
  open_until: instantSchema.nullable().meta({
    description: "Until then new URLs are given out, which move it on. Null: it is not open.",
  }),
};

/** What has arrived of one object in parts. */
export const partsFields = {
  parts_arrived: z.int(),
  bytes_arrived: z.int().meta({ description: "In parts that are not joined yet." }),
  missing_parts: z
    .array(z.object({ first: z.int(), last: z.int() }))
    .meta({ description: "Ranges of part numbers that have not arrived, the first thousand." }),
  faulty_parts: z
    .array(z.object({ part_number: z.int(), code: z.string(), detail: z.string() }))
    .meta({ description: "Parts that keep the file from being joined: send them again." }),
  parts: z.array(
    z.object({
      part_number: z.int(),
      byte_size: z.int(),
      etag: z.string(),
      md5: z.string().nullable().meta({ description: "Null where the store does not tell it." }),
      arrived_at: instantSchema,
    }),
  ),
  next_after_part: z.int().nullable().meta({ description: "For `after_part`; null at the end." }),
};

export const uploadView = z
  .object({
    ...uploadFields,
    file_byte_size: z
      .int()
      .nullable()
      .meta({ description: "Of the whole file, once it is there." }),
    ...partsFields,
  })
  .meta({ id: "Upload" });

export const uploadsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export const uploadsView = z
  .object({
    items: z.array(z.object(uploadFields).meta({ id: "UploadSummary" })),
    pagination: paginationSchema,
  })
  .meta({ id: "UploadPage" });

export const endedUploadView = z
  .object({ id: idSchema, state: z.enum(uploadStates) })
  .meta({ id: "EndedUpload" });

export type UploadUrlsBody = z.infer<typeof uploadUrlsBody>;
export type UploadUrlsView = z.infer<typeof uploadUrlsView>;
export type PartUrlsBody = z.infer<typeof partUrlsBody>;
const partsView = z.object(partsFields);

export type PartsView = z.infer<typeof partsView>;
export type UploadQuery = z.infer<typeof uploadQuery>;
export type UploadView = z.infer<typeof uploadView>;
export type UploadsQuery = z.infer<typeof uploadsQuery>;
export type UploadsView = z.infer<typeof uploadsView>;
export type EndedUploadView = z.infer<typeof endedUploadView>;
