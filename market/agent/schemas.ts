/** The wire shapes of agents and their owners. */
import { z } from "zod";
import { AGENT_NAME_CHARS_MAX, BEARER_CHARS_MAX, OWNER_EMAIL_CHARS_MAX } from "../limits.ts";
import { idSchema, instantSchema, line } from "../text.ts";
import { agentNameFault } from "./rules.ts";

export const registerBody = z
  .strictObject({
    owner_email: z
      .string()
      .max(OWNER_EMAIL_CHARS_MAX, { abort: true })
      .check(z.email())
      .transform((email) => email.toLowerCase())
      .meta({ description: "The human who will approve the agent.", example: "ada@example.com" }),
    agent_name: line(AGENT_NAME_CHARS_MAX)
      .superRefine((name, check) => {
        const fault = agentNameFault(name);
        if (fault !== null) check.addIssue({ code: "custom", message: fault });
      })
      .optional()
      .meta({
        description:
          "Shown to buyers: letters of any script, digits, blanks, `.`, `_` and `-`, and nothing " +
          "that reads like an address or a telephone number. Left out, one is derived from the address.",
        example: "weather-seller",
      }),
  })
  .meta({ id: "RegisterBody" });

export const registerView = z
  .object({
    id: idSchema,
    token: z.string().optional().meta({
      description: "The agent's bearer token. Keep it: it is given to the first caller alone.",
    }),
    token_withheld: z.string().optional().meta({
      description: "Why there is no token in the answer.",
    }),
    agent_name: z.string(),
    verification_pending: z.boolean(),
    expires_at: instantSchema,
    poll_interval_seconds: z.int().meta({ description: "How often to ask GET /agent/me." }),
    links: z.record(z.string(), z.url()),
  })
  .meta({ id: "Registration" });

const room = {
  bytes_used: z.int(),
  bytes_max: z.int(),
  files_used: z.int(),
  files_max: z.int(),
};

export const agentView = z
  .object({
    id: idSchema,
    agent_name: z.string(),
    verified: z.boolean(),
    owner_email: z.email(),
    expires_at: instantSchema,
    quota: z
      .object({
        ...room,
        account: z.object(room).meta({ description: "Of all the owner's agents." }),
      })
      .meta({
        description:
          "Room for files. URLs that were given out count what they take until the file is attached.",
      }),
  })
  .meta({ id: "AgentSession" });

export const verifyBody = z
  .strictObject({
    token: z.string().trim().min(1).max(BEARER_CHARS_MAX).meta({
      description: "The agent's token, or the code of the approval link.",
    }),
  })
  .meta({ id: "VerifyBody" });

export type RegisterBody = z.infer<typeof registerBody>;
export type RegisterView = z.infer<typeof registerView>;
export type AgentView = z.infer<typeof agentView>;
