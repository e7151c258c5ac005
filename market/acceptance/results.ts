import { z } from "zod";

/** One check of a contract that was evaluated. */
export const acceptanceResult = z
  .object({
    pointer: z.string().meta({ description: "The check's place in `terms`." }),
    title: z.string(),
    expected: z.string().meta({ example: "mustBe 0" }),
    figure: z.union([z.number(), z.string(), z.boolean()]).nullable().meta({
      description:
        "Of the whole file; null if there is none. For a buyer who was refunded, figures about values are rounded, and texts are null.",
    }),
    passed: z.boolean().nullable().meta({ description: "Null: it could not be evaluated." }),
    query: z.string().nullable().meta({
      description: "What was computed. A query of the same version computes the same.",
    }),
    detail: z.string().nullable(),
    is_probe: z.boolean().meta({ description: "Whether the figure is about values." }),
  })
  .meta({ id: "AcceptanceResult" });
export type AcceptanceResult = z.infer<typeof acceptanceResult>;
