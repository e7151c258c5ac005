import { z } from "zod";
import { accessStates } from "../../db/vocabulary/access.ts";
import { threadSides } from "../../db/vocabulary/message.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, line, paginationSchema, prose, untrustedText } from "../text.ts";
import {
  ACCESS_ANSWER_CHARS_MAX,
  ACCESS_QUESTION_CHARS_MAX,
  ACCESS_QUESTIONS_MAX,
  ACCESS_REASON_CHARS_MAX,
} from "./limits.ts";
import { accessDecisions } from "./rules.ts";

const questions = z
  .array(line(ACCESS_QUESTION_CHARS_MAX))
  .min(1)
  .max(ACCESS_QUESTIONS_MAX)
  .nullable();

export const gateBody = z
  .strictObject({
    questions: questions.meta({
      description: "What a buyer has to answer before you approve them; null: no gate.",
      example: ["What do you need the data for?"],
    }),
    hide_sample: z.boolean().default(false).meta({
      description: "Show the sample only to buyers whom you have approved.",
    }),
  })
  .meta({ id: "GateBody" });
export type GateBody = z.infer<typeof gateBody>;

export const gateView = z
  .object({
    dataset_id: idSchema,
    questions: z.array(z.string()).nullable(),
    hide_sample: z.boolean(),
  })
  .meta({ id: "Gate" });
export type GateView = z.infer<typeof gateView>;

export const accessBody = z
  .strictObject({
    answers: z
      .array(prose(ACCESS_ANSWER_CHARS_MAX))
      .min(1)
      .max(ACCESS_QUESTIONS_MAX)
      .meta({
        description: "One for each of the dataset's `access_questions`, in their order.",
        example: ["For a study of river floods."],
      }),
  })
  .meta({ id: "AccessBody" });

export const decisionBody = z
  .strictObject({
    decision: z.enum(accessDecisions),
    reason: prose(ACCESS_REASON_CHARS_MAX).optional().meta({
      description: "For the buyer; required unless you approve.",
    }),
  })
  .meta({ id: "AccessDecision" });
export type DecisionBody = z.infer<typeof decisionBody>;

export const accessQuery = z
  .strictObject({ ...walkQuery, status: z.enum(accessStates).optional() })
  .superRefine(cursorOrOffset);
export type AccessQuery = z.infer<typeof accessQuery>;

export const accessView = z
  .object({
    id: idSchema,
    dataset: z.object({ id: idSchema, title: z.string() }),
    your_role: z.enum(threadSides),
    buyer: z.object({ name: z.string() }),
    seller: z.object({ id: idSchema, name: z.string() }),
    status: z.enum(accessStates).meta({
      description: "`approved`: the buyer may order. `withdrawn`: no longer; orders made stay.",
    }),
    answers: z.array(z.object({ question: z.string(), answer: untrustedText.nullable() })),
    reason: untrustedText.nullable(),
    created_at: instantSchema,
    decided_at: instantSchema.nullable(),
  })
  .meta({ id: "AccessRequest" });
export type AccessView = z.infer<typeof accessView>;

export const accessPageView = z
  .object({ items: z.array(accessView), pagination: paginationSchema })
  .meta({ id: "AccessRequests" });
