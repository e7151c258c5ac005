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
  /** More expensive purchases wait for their person. */
  confirm_above_cents,
  categories,
  /** Omitted or null: any card of the account. */
  payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).nullable().optional(),
  /** Omitted or null: until its owner ends it. */
  expires_at,
};

/** The terms of a consent. Amounts are in minor units of the deployment's currency. */
export const connectionTerms = z.strictObject({
  ...terms,
  /** The selling agent's name; only with `sell`. */
  agent_name,
});

/** Omitted fields stay; null removes a limit. */
export const connectionPatch = z.strictObject(terms).partial();

export type ConnectionTerms = z.infer<typeof connectionTerms>;
export type ConnectionPatch = z.infer<typeof connectionPatch>;
