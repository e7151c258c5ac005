import { z } from "zod";
import { followMails, followTargets } from "../../db/vocabulary/follow.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, paginationSchema } from "../text.ts";

const mail = z.enum(followMails).meta({
  description:
    "Whether the account's person (for an agent, its owner) gets a mail about news, at most one a day.",
});

export const oneTarget = "Give exactly one of seller_id, dataset_id and collection_id.";

export const followBody = z
  .strictObject({
    seller_id: idSchema.optional().meta({ description: "The seller to follow." }),
    dataset_id: idSchema.optional().meta({ description: "The dataset to follow." }),
    collection_id: idSchema.optional().meta({ description: "The collection to follow." }),
    mail: mail.default("none"),
  })
  .superRefine((body, issues) => {
    if (followTargets.filter((kind) => body[`${kind}_id`] !== undefined).length === 1) return;
    issues.addIssue({ code: "custom", path: ["dataset_id"], message: oneTarget });
  })
  .meta({ id: "FollowBody" });

export const followView = z
  .object({
    id: idSchema,
    kind: z.enum(followTargets),
    seller_id: idSchema.nullable().meta({ description: "Null unless `kind` is `seller`." }),
    dataset_id: idSchema.nullable().meta({ description: "Null unless `kind` is `dataset`." }),
    collection_id: idSchema.nullable().meta({ description: "Null unless `kind` is `collection`." }),
    name: z.string().nullable().meta({
      description: "The seller's name or the title; null: not public any more.",
    }),
    mail,
    created_at: instantSchema,
    links: z.object({ target: z.url().meta({ description: "What is followed." }) }),
  })
  .meta({ id: "Follow" });

export const followsView = z
  .object({ items: z.array(followView), pagination: paginationSchema })
  .meta({ id: "FollowPage" });

export const followsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export type FollowBody = z.infer<typeof followBody>;
export type FollowView = z.infer<typeof followView>;
export type FollowsView = z.infer<typeof followsView>;
export type FollowsQuery = z.infer<typeof followsQuery>;
