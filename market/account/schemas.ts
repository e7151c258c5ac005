import { z } from "zod";
import { apiKeyScopes, budgetPeriods } from "../../db/vocabulary/account.ts";
import { categoryIds } from "../../db/vocabulary/listing.ts";
import { BUDGET_CENTS_MAX, PRICE_CENTS_MAX } from "../limits.ts";
import { idSchema, instantSchema, line } from "../text.ts";
import { API_KEY_NAME_CHARS_MAX } from "./limits.ts";

const distinct = <T>(values: T[]) => [...new Set(values)];

const apiKeyFields = {
  name: line(API_KEY_NAME_CHARS_MAX),
  scopes: z.array(z.enum(apiKeyScopes)).min(1).max(apiKeyScopes.length).transform(distinct),
  /** Omitted or null: no limit. */
  max_per_purchase_cents: z.int().min(1).max(PRICE_CENTS_MAX).nullable().optional(),
  /** A purchase above it waits for the owner. 0: every purchase; omitted or null: none. */
  confirm_above_cents: z.int().min(0).max(PRICE_CENTS_MAX).nullable().optional(),
  /** Only together with its period. */
  budget_cents: z.int().min(1).max(BUDGET_CENTS_MAX).nullable().optional(),
  budget_period: z.enum(budgetPeriods).nullable().optional(),
  /** Omitted or empty: all categories. */
  categories: z.array(z.enum(categoryIds)).max(categoryIds.length).transform(distinct).optional(),
  /** Omitted or null: never. */
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullable()
    .optional(),
};

/** The terms of a new key. Amounts are in minor units of the deployment's currency. */
export const apiKeyInput = z.strictObject(apiKeyFields);
/** Like {@link apiKeyInput}; omitted fields stay. */
export const apiKeyPatch = z.strictObject(apiKeyFields).partial();

export type ApiKeyInput = z.infer<typeof apiKeyInput>;
export type ApiKeyPatch = z.infer<typeof apiKeyPatch>;

export const operatorView = z
  .object({
    account_id: idSchema,
    key: z.object({
      id: idSchema,
      name: z.string(),
      prefix: z.string().meta({ description: "The key's first characters." }),
      scopes: z.array(z.enum(apiKeyScopes)),
      expires_at: instantSchema.nullable(),
      limits: z.object({
        max_per_purchase_cents: z.int().nullable().meta({ description: "Null: no limit." }),
        confirm_above_cents: z.int().nullable().meta({
          description: "Purchases above it need the owner's approval. Null: none do.",
        }),
        budget_cents: z.int().nullable().meta({ description: "Null: no limit." }),
        budget_period: z.enum(budgetPeriods).nullable().meta({
          description: "The UTC day, the week from Monday, the month, or the key's whole life.",
        }),
        categories: z.array(z.enum(categoryIds)).meta({ description: "Empty: all categories." }),
      }),
    }),
    spent_cents: z.int().meta({
      description: "In the budget's current window; without a budget, in the key's whole life.",
    }),
    reserved_cents: z.int().meta({
      description:
        "Reserved for open bids (their maxima until the close, leading or not) and for " +
        "purchases that wait for the owner.",
    }),
    remaining_cents: z
      .int()
      .nullable()
      .meta({ description: "Left of the budget; null without one." }),
    currency: z.string(),
    mode: z.enum(["live", "test"]).meta({ description: "Real money or test money." }),
    payment_methods: z.array(
      z.object({
        id: z.string().meta({ description: "What POST /datasets/{id}/buy takes." }),
        brand: z.string(),
        last4: z.string(),
        exp_month: z.int(),
        exp_year: z.int(),
        is_default: z.boolean(),
      }),
    ),
  })
  .meta({ id: "Operator" });

export type OperatorView = z.infer<typeof operatorView>;
