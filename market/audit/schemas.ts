import { z } from "zod";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { idSchema, instantSchema } from "../text.ts";

/** Filters by actor: one of these, or none for all. */
export const auditParties = ["connection_id", "api_key_id", "agent_id"] as const;

export const auditLogQuery = z
  .strictObject({
    connection_id: idSchema.optional().meta({
      description:
        "Only actions of this connected program, by its key or as its agent, and changes to them.",
    }),
    api_key_id: idSchema.optional().meta({
      description: "Only actions of this API key, and changes to it.",
    }),
    agent_id: idSchema.optional().meta({
      description: "Only actions of this seller agent, and changes to it.",
    }),
    ...cursorQuery,
  })
  .superRefine((query, issues) => {
    const [, second] = auditParties.filter((name) => query[name] !== undefined);
    if (second === undefined) return;
    issues.addIssue({
      code: "custom",
      path: [second],
      message: "give one of connection_id, api_key_id and agent_id",
    });
  });

const auditItemView = z
  .object({
    id: idSchema,
    at: instantSchema,
    actor: z
      .object({
        kind: z.enum([
          "you",
          "key",
          "agent",
          "buyer",
          "seller",
          "administrator",
          "marketplace",
          "other",
        ]),
        label: z.string().meta({
          description: "In words; for a connected program, its host and then its own name.",
        }),
      })
      .meta({ id: "AuditActor" }),
    action: z.string().meta({ description: "The action.", example: "purchase.opened" }),
    action_label: z.string().meta({ description: "The same in words." }),
    subject: z
      .object({ kind: z.string(), id: z.string(), label: z.string() })
      .meta({ id: "AuditSubject", description: "The object of the action." }),
    detail: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .meta({ description: "Further facts; names ending in `_cents` are amounts." }),
  })
  .meta({ id: "AuditItem" });

export const auditLogView = z
  .object({ items: z.array(auditItemView), pagination: cursorPagination })
  .meta({ id: "AuditLog" });

export type AuditPartyQuery = Pick<z.infer<typeof auditLogQuery>, (typeof auditParties)[number]>;
/** A part of a sentence: "10:04, the key "research" bought "Iris flowers" (price 9.00)". */
export type AuditItem = z.infer<typeof auditItemView>;
