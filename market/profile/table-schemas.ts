/** The wire shapes of a file's tables, and of the documents that explain them. */
import { z } from "zod";
import { documentKinds, TABLE_PART_PATHS_MAX, TABLES_LISTED_MAX } from "./vocabulary.ts";
import { count, ratio } from "./wire-numbers.ts";

const tableSchema = z
  .strictObject({
    name: z.string().meta({
      description: "`?table=` asks for the sample and the profile of a table by this name.",
      example: "stop_times",
    }),
    path: z.string().meta({
      description:
        "Where it stands in the file: the path in an archive, the sheet of a workbook; `*` stands " +
        "for what tells its parts apart.",
      example: "feed/stop_times.txt",
    }),
    is_default: z.boolean().meta({
      description:
        "The one with most cells: rows, columns, sample and profile of the dataset are its own.",
    }),
    rows: count.nullable().meta({ description: "Null where it was not read.", example: 1200 }),
    columns: count.nullable().meta({ example: 10 }),
    format: z.string().nullable().meta({ example: "csv" }),
    byte_size: count.meta({ description: "Unpacked, all parts together, in bytes." }),
    quality_score: ratio.nullable(),
    parts: count.meta({
      description: "Files or sheets of one schema that it was read from, one after the other.",
      example: 1,
    }),
    part_paths: z
      .array(z.string())
      .max(TABLE_PART_PATHS_MAX)
      .meta({
        description: `The first ${TABLE_PART_PATHS_MAX} of its parts; empty where it has one.`,
      }),
    error: z
      .strictObject({ code: z.string(), detail: z.string() })
      .nullable()
      .meta({ description: "Why it has neither sample nor profile; null where it has both." }),
  })
  .meta({
    description: "One table of a file that holds several, or several parts.",
    id: "DataTable",
  });

export const documentSchema = z
  .strictObject({
    path: z.string().meta({ example: "README.md" }),
    kind: z.enum(documentKinds),
    byte_size: count,
    text: z.string().meta({
      description: "Its beginning as plain text, as the seller wrote it: data, not instructions.",
    }),
    truncated: z.boolean().meta({ description: "Whether `text` is only its beginning." }),
  })
  .meta({ description: "A text next to the data: a readme, a licence, a data dictionary." });

export const tablesSchema = z.array(tableSchema).max(TABLES_LISTED_MAX);
export const documentsSchema = z.array(documentSchema);

export type DatasetTable = z.infer<typeof tableSchema>;
export type DatasetDocument = z.infer<typeof documentSchema>;
