import type { z } from "zod";

/** What the client of the API needs of an operation; those of the contracts have it. */
export type Operation<Answer extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its parameters as `{id}`. */
  path: string;
  answer: Answer;
  /** How long one try may take; more where the API itself waits. */
  tryMsMax: number;
};
