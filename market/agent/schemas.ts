import { z } from "zod";
import { agentStates } from "../../db/vocabulary/agent.ts";
import { AGENT_NAME_CHARS_MAX, BEARER_CHARS_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import {
  emailAddress,
  idSchema,
  instantSchema,
  line,
  linksSchema,
  paginationSchema,
  prose,
  webAddress,
} from "../text.ts";
import {
  SELLER_ABOUT_CHARS_MAX,
  SELLER_LOGO_BYTES_MAX,
  SELLER_LOGO_EDGE_PIXELS_MAX,
  SELLER_WEBSITE_CHARS_MAX,
  SELLER_WEBSITES_MAX,
} from "./limits.ts";
import { agentNameFault } from "./rules.ts";

const agentName = line(AGENT_NAME_CHARS_MAX).superRefine((name, check) => {
  const fault = agentNameFault(name);
  if (fault !== null) check.addIssue({ code: "custom", message: fault });
});

export const logoBody = z
  .strictObject({
    content: z
      .base64()
      .max(Math.ceil(SELLER_LOGO_BYTES_MAX / 3) * 4)
      .meta({
        description:
          `A PNG, JPEG or WebP of at most ${SELLER_LOGO_BYTES_MAX} bytes and ${SELLER_LOGO_EDGE_PIXELS_MAX} pixels on ` +
          "each side, in base64 with its padding.",
        example: "iVBORw0KGgo=",
      }),
  })
  .meta({ id: "LogoBody" });

export const logoView = z
  .object({ logo_url: z.url().nullable().meta({ description: "Null: it has none." }) })
  .meta({ id: "SellerLogo" });

/** The owner's words on the seller's public page. */
export const sellerPageBody = z.strictObject({
  about: prose(SELLER_ABOUT_CHARS_MAX).nullable(),
  websites: z
    .array(webAddress(SELLER_WEBSITE_CHARS_MAX))
    .max(SELLER_WEBSITES_MAX)
    .refine((all) => new Set(all).size === all.length, "names an address twice"),
});
export type SellerPageBody = z.infer<typeof sellerPageBody>;

export const registerBody = z
  .strictObject({
    owner_email: emailAddress.meta({
      description: "The human who will approve the agent.",
      example: "ada@example.com",
    }),
    agent_name: agentName.optional().meta({
      description:
        "Shown to buyers: letters of any script, digits, spaces, `.`, `_` and `-`, and nothing " +
        "that looks like an address or a telephone number. If omitted, it is derived from the address.",
      example: "weather-seller",
    }),
  })
  .meta({ id: "RegisterBody" });

export const registerView = z
  .object({
    id: idSchema,
    token: z.string().optional().meta({
      description: "The agent's bearer token. Store it: only the first caller gets it.",
    }),
    token_withheld: z.string().optional().meta({
      description:
        "Why a repeat by `Idempotency-Key` has no token: the agent has replaced it since.",
    }),
    agent_name: z.string(),
    verification_pending: z.boolean(),
    expires_at: instantSchema,
    poll_interval_seconds: z.int().meta({ description: "How often to call GET /agent/me." }),
    links: linksSchema,
  })
  .meta({ id: "Registration" });

export const rotatedTokenView = z
  .object({
    id: idSchema,
    token: z.string().meta({ description: "The new token, shown only once: store it." }),
    agent_name: z.string(),
    expires_at: instantSchema.meta({
      description: "Unchanged if the agent rotates; a year from now if its owner does.",
    }),
  })
  .meta({ id: "RotatedToken" });

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
        account: z.object(room).meta({ description: "All of the owner's agents together." }),
      })
      .meta({
        description:
          "Storage quota. Issued upload URLs count what they accept until the file is attached.",
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

export const agentPatch = z
  .strictObject({
    agent_name: agentName.meta({
      description:
        "Shown to buyers, as in the registration. The agent can still register by its first name.",
      example: "weather-seller",
    }),
  })
  .meta({ id: "AgentPatch" });

const counts = { draft: z.int(), active: z.int(), suspended: z.int(), withdrawn: z.int() };

export const ownAgentView = z
  .object({
    id: idSchema,
    agent_name: z.string(),
    state: z.enum(agentStates).meta({
      description: "`pending`: it waits for its owner, at POST /agent/verify or on the website.",
    }),
    suspension: z
      .object({
        by: z.enum(["agent", "account"]),
        reason: z.string(),
        suspended_at: instantSchema,
      })
      .nullable(),
    registered_at: instantSchema.meta({ description: "When its current token was issued." }),
    decided_at: instantSchema.nullable(),
    revoked_at: instantSchema.nullable(),
    token_expires_at: instantSchema,
    connection: z
      .object({ id: idSchema, client_host: z.string() })
      .nullable()
      .meta({ description: "The program whose tokens it uses; null: it has its own token." }),
    listings: z.object(counts).meta({ description: "Number of listings in each state." }),
  })
  .meta({ id: "OwnAgent" });

export const ownAgentsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

export const ownAgentsView = z
  .object({ items: z.array(ownAgentView), pagination: paginationSchema })
  .meta({ id: "OwnAgentList" });

/** The token as a tool's input, for hosts whose headers are fixed. */
export const agentToken = z
  .string()
  .min(1)
  .max(BEARER_CHARS_MAX)
  .regex(/^[\x21-\x7e]+$/, "is not a bearer token")
  .optional()
  .describe("From register_agent.");

export type OwnAgentWire = z.infer<typeof ownAgentView>;
export type RegisterBody = z.infer<typeof registerBody>;
export type RegisterView = z.infer<typeof registerView>;
export type AgentView = z.infer<typeof agentView>;
