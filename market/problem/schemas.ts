import { z } from "zod";
import { resolutions } from "./problem.ts";

export const codeParams = z.strictObject({
  code: z.string().meta({ description: "The `code` of a problem document." }),
});

const said = (description: string) => ({ description });

export const explainedProblemView = z
  .object({
    code: z.string().min(1).meta(said("The code of the problem document.")),
    status: z.int().min(400).max(599).meta(said("The HTTP status: exactly one for each code.")),
    title: z.string().min(1).meta(said("The code in words.")),
    resolution: z.enum(resolutions).meta(said("What the caller can do.")),
    meaning: z.string().min(1).meta(said("When the problem occurs, and what is true then.")),
    what_to_do: z.string().min(1).meta(said("What a program, or the human behind it, does next.")),
    address: z.url().meta(said("The `type` of the problem document: an address that explains it.")),
  })
  .meta({ id: "ExplainedProblem", description: "The meaning of a problem code." });

export const explainedProblemsView = z
  .object({
    items: z
      .array(explainedProblemView)
      .min(1)
      .meta(said("Every code, sorted by status and name.")),
  })
  .meta({ id: "ExplainedProblems", description: "The meaning of every problem code." });

export type ExplainedProblem = z.infer<typeof explainedProblemView>;
