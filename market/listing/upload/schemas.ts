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
          "The file's exact size. The URL then refuses a longer file (on S3 a shorter one, too), and the " +
          "answer recommends parts. A file too large for one PUT (5 GiB by default) needs them. " +
          "If omitted, the most that a URL accepts counts towards your quota until the file is attached.",
      }),
    parts: z
      .int()
      .min(1)
      .max(UPLOAD_PARTS_MAX)
      .optional()
      .meta({
        description:
          "Requests a multipart upload with this many parts. With `byte_size`, parts of at least 5 MiB " +
          "and at most 5 GiB by default, all equal except the last; each URL then accepts exactly its `byte_size`.",
      }),
    part_byte_size: z.int().min(1).optional().meta({
      description: "The same by the size of each part except the last. Needs `byte_size`.",
    }),
    files: announcedFiles.optional(),
  })
  .refine(standsAlone, standsAloneFault)
  .meta({ id: "UploadUrlsBody" });

export const partUrl = z
  .object({
    part_number: z.int(),
    upload_url: z.url(),
    byte_size: z.int().min(0).optional().meta({
      description: "The part's exact size, if the file's was announced.",
    }),
    content_md5: z.string().optional().meta({
      description: "Send it as the header `Content-MD5`, if an MD5 was announced.",
    }),
  })
  .meta({ id: "PartUrl" });

export const uploadUrlsView = z
  .object({
    full: z.object({
      upload_url: z.url().meta({ description: "PUT the whole file here." }),
      path: z.string().meta({ description: "Send it as `full_data_path`." }),
      expires_in: z.int().meta({ description: "Lifetime of all URLs of the answer, in seconds." }),
      byte_size_max: z.int().meta({ description: "The most that `upload_url` accepts." }),
      upload_id: idSchema.meta({
        description: "For `/listings/{id}/uploads/{upload_id}`: progress, and further URLs.",
      }),
      recommended: z
        .object({ parts: z.int(), part_byte_size: z.int().min(0) })
        .optional()
        .meta({
          description: "Parts that suit the announced size; losing one costs little.",
        }),
      parts_expected: z.int().min(0).optional().meta({ description: "Total number of parts." }),
      parts_missing: z.int().optional().meta({ description: "Parts that have not arrived." }),
      parts: z
        .array(partUrl)
        .optional()
        .meta({
          description:
            `For a file in parts, at most ${PART_URLS_PER_ANSWER_MAX}: PUT each one, request the remaining ` +
            "ones with part-urls, then PATCH the path.",
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
              "MD5 of the part's bytes. The URL accepts no others, and joining compares it again.",
          }),
        }),
      )
      .min(1)
      .max(PART_URLS_PER_ANSWER_MAX)
      .optional()
      .meta({ description: "Omitted: the next parts that have not arrived." }),
    limit: z
      .int()
      .min(1)
      .max(PART_URLS_PER_ANSWER_MAX)
      .optional()
      .meta({ description: "The most URLs of missing parts; 100 by default." }),
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
      description: "Parts in one answer.",
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
    description: "`ended`: aborted, replaced by a later upload, or expired.",
  }),
  byte_size: z.int().min(0).nullable().meta({ description: "The announced size of the file." }),
  parts_expected: z.int().min(0).nullable().meta({ description: "Null: a single PUT so far." }),
  part_byte_size: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: "Size of each part except the last." }),
  file_count: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: "Number of files in a folder, each sent separately." }),
  issued_at: instantSchema,
  open_until: instantSchema.nullable().meta({
    description: "Until then you can get new URLs, which extend it. Null: it is not open.",
  }),
};

const storedPart = z
  .object({
    part_number: z.int(),
    byte_size: z.int().min(0),
    etag: z.string(),
    md5: z.string().nullable().meta({ description: "Null if the store does not report it." }),
    arrived_at: instantSchema,
  })
  .meta({ id: "StoredPart" });

/** The stored parts of one object. */
export const partsFields = {
  parts_arrived: z.int(),
  bytes_arrived: z.int().meta({ description: "In parts that are not joined yet." }),
  missing_parts: z
    .array(z.object({ first: z.int(), last: z.int() }))
    .meta({ description: "Ranges of missing part numbers, the first thousand." }),
  faulty_parts: z
    .array(z.object({ part_number: z.int(), code: z.string(), detail: z.string() }))
    .meta({ description: "Parts that prevent joining: send them again." }),
  parts: z.array(storedPart),
  next_after_part: z.int().nullable().meta({ description: "For `after_part`; null at the end." }),
};

export const uploadView = z
  .object({
    ...uploadFields,
    file_byte_size: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: "Size of the complete file, once it is there." }),
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
