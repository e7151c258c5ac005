import { z } from "zod";
import { followMails } from "../../db/vocabulary/follow.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, paginationSchema } from "../text.ts";

const mail = z.enum(followMails).meta({
  description:
    "Whether the account's person (for an agent, its owner) gets a mail about news, at most one a day.",
});

export const followBody = z
  .strictObject({
    seller_id: idSchema.optional().meta({ description: "The seller to follow." }),
    dataset_id: idSchema.optional().meta({ description: "The dataset to follow." }),
    mail: mail.default("none"),
  })
  .superRefine(({ seller_id, dataset_id }, issues) => {
    if ((seller_id === undefined) !== (dataset_id === undefined)) return;
    const message = "give either seller_id or dataset_id";
    issues.addIssue({ code: "custom", path: ["dataset_id"], message });
  })
  .meta({ id: "FollowBody" });

export const followView = z
  .object({
    id: idSchema,
    kind: z.enum(["seller", "dataset"]),
    seller_id: idSchema.nullable().meta({ description: "The followed seller; null: a dataset." }),
    dataset_id: idSchema.nullable().meta({ description: "The followed dataset; null: a seller." }),
    name: z.string().nullable().meta({
      description: "The seller's name or the dataset's title; null: not public any more.",
    }),
    mail,
    created_at: instantSchema,
    links: z.object({ target: z.url().meta({ description: "The seller or dataset." }) }),
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
