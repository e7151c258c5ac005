import { z } from "zod";
import { VERSION_MAX } from "../../limits.ts";
import { changesSchema } from "../../profile/drift/schemas.ts";
import { idSchema, instantSchema, queryInteger } from "../../text.ts";

const versionQuery = queryInteger(1, VERSION_MAX);

export const changesQuery = z.strictObject({
  from: versionQuery.optional().meta({
    description: "The earlier version; by default, the one before `to`.",
    example: 1,
  }),
  to: versionQuery.optional().meta({
    description: "The later version; by default, the one on sale.",
    example: 2,
  }),
});

const versionView = z.object({
  version: z.int().min(1).meta({ example: 2 }),
  published_at: instantSchema.nullable(),
});

export const changesView = changesSchema
  .extend({ dataset_id: idSchema, from: versionView, to: versionView })
  .meta({ id: "DatasetChanges" });

export type ChangesQuery = z.infer<typeof changesQuery>;
export type ChangesView = z.infer<typeof changesView>;
