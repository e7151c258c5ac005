/** The shapes of what a person grants to a client, and how it is changed afterwards. */
import { z } from "zod";
import { connectionScopes } from "../../db/vocabulary/connection.ts";
import { apiKeyPatch } from "../account/schemas.ts";
import { registerBody } from "../agent/schemas.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../limits.ts";
import { line } from "../text.ts";

const distinct = <T>(values: T[]) => [...new Set(values)];
const { agent_name } = registerBody.shape;
const { max_per_purchase_cents, budget_cents, budget_period, confirm_above_cents } =
  apiKeyPatch.shape;
const { categories, expires_at } = apiKeyPatch.shape;

const terms = {
  scopes: z.array(z.enum(connectionScopes)).min(1).max(connectionScopes.length).transform(distinct),
  max_per_purchase_cents,
  budget_cents,
  budget_period,
  /** Dearer purchases wait for their person. */
  confirm_above_cents,
  categories,
  /** Left out or null: each card of the account. */
  payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).nullable().optional(),
  /** Left out or null: until its owner ends it. */
  expires_at,
};

/** What a person agrees to. Money is in the minor units of the deployment's currency. */
export const connectionTerms = z.strictObject({
  ...terms,
  /** Of the agent that sells; asked for with `sell`. */
  agent_name,
});

/** What is left out stays as it is; null takes a limit away. */
export const connectionPatch = z.strictObject(terms).partial();

export type ConnectionTerms = z.infer<typeof connectionTerms>;
export type ConnectionPatch = z.infer<typeof connectionPatch>;
