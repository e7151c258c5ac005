import { z } from "zod";
import { tableName } from "../catalogue/profiles/sample-schemas.ts";
import { columnTypeSchema } from "../profile/column-schemas.ts";
import { idSchema } from "../text.ts";
import {
  QUERY_AGGREGATES_MAX,
  QUERY_COLUMN_NAME_CHARS_MAX,
  QUERY_COLUMNS_MAX,
  QUERY_CONDITIONS_MAX,
  QUERY_GROUPS_BY_MAX,
  QUERY_LIST_VALUES_MAX,
  QUERY_OFFSET_MAX,
  QUERY_ORDERS_MAX,
  QUERY_ROWS_DEFAULT,
  QUERY_ROWS_MAX,
  QUERY_SQL_CHARS_MAX,
  QUERY_TEXT_CHARS_MAX,
} from "./limits.ts";
import { aggregateFunctions } from "./plan.ts";

const operators = [
  "eq",
  "ne",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "not_in",
  "is_null",
  "is_not_null",
  "contains",
  "starts_with",
  "ends_with",
] as const;
export type Operator = (typeof operators)[number];

/** Other words for operators and functions; OpenAPI lists both. */
export const operatorSynonyms = {
  "=": "eq",
  "==": "eq",
  "!=": "ne",
  "<>": "ne",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
} as const satisfies Record<string, Operator>;
type Synonym = keyof typeof operatorSynonyms;
const synonyms = Object.keys(operatorSynonyms) as Synonym[];
export const functionSynonyms = { avg: "mean" } as const;

const wellFormed = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => text.isWellFormed(), "contains half of a surrogate pair");
const columnName = wellFormed(QUERY_COLUMN_NAME_CHARS_MAX);
const scalar = z.union([wellFormed(QUERY_TEXT_CHARS_MAX), z.number(), z.boolean()]);

export type AskedCondition = {
  column?: string | undefined;
  op?: Operator | Synonym | undefined;
  value?: z.infer<typeof scalar> | z.infer<typeof scalar>[] | undefined;
  ignore_case?: boolean | undefined;
  all?: AskedCondition[] | undefined;
  any?: AskedCondition[] | undefined;
  not?: AskedCondition | undefined;
};

const queryCondition: z.ZodType<AskedCondition> = z
  .strictObject({
    column: columnName.optional().meta({ description: "For a test: the column's name." }),
    op: z
      .enum([...operators, ...synonyms])
      .optional()
      .meta({
        description: "For a test. `contains` and similar take literal text, not a pattern.",
      }),
    value: z
      .union([scalar, z.array(scalar).min(1).max(QUERY_LIST_VALUES_MAX)])
      .optional()
      .meta({
        description:
          "In the column's type: dates and times as ISO 8601, integers beyond 2^53 as strings; a list " +
          "for `in` and `not_in`, nothing for `is_null` and `is_not_null`.",
      }),
    ignore_case: z
      .boolean()
      .optional()
      .meta({ description: "Of `contains`, `starts_with` and `ends_with`." }),
    get all() {
      return z.array(queryCondition).min(1).max(QUERY_CONDITIONS_MAX).optional();
    },
    get any() {
      return z.array(queryCondition).min(1).max(QUERY_CONDITIONS_MAX).optional();
    },
    get not() {
      return queryCondition.optional();
    },
  })
  .meta({
    id: "QueryCondition",
    description:
      "Either a test (`column`, `op`, `value`), or one of `all`, `any` and `not` over further " +
      "conditions. As in SQL a comparison with a missing value is neither true nor false.",
  });

const aggregate = z.strictObject({
  function: z.enum([...aggregateFunctions, "avg"]),
  column: columnName.optional().meta({ description: "Optional for `count`: then all rows." }),
  as: columnName
    .min(1)
    .optional()
    .meta({ description: "Its name in the answer; by default for example `sum_price`." }),
});

const order = z.strictObject({
  column: columnName.meta({ description: "A column of the table, or of the answer's groups." }),
  direction: z.enum(["asc", "desc"]).optional().meta({ default: "asc" }),
});

export const queryBody = z
  .strictObject({
    sql: wellFormed(QUERY_SQL_CHARS_MAX)
      .min(1)
      .optional()
      .meta({
        description:
          "One SELECT instead of the fields below; `limit`, `offset` and `count` page through its " +
          "result. `FROM dataset` is the table of this request, another table of the dataset is " +
          '`"its name"`, another dataset that the caller may query is `"its id"` or ' +
          '`"its id"."its table"`.',
        example:
          "SELECT weather, avg(wind) AS wind FROM dataset GROUP BY weather ORDER BY wind DESC",
      }),
    filter: queryCondition.optional(),
    columns: z
      .array(columnName)
      .min(1)
      .max(QUERY_COLUMNS_MAX)
      .optional()
      .meta({ description: "By default all columns, in the table's order." }),
    group_by: z.array(columnName).min(1).max(QUERY_GROUPS_BY_MAX).optional(),
    aggregates: z
      .array(aggregate)
      .min(1)
      .max(QUERY_AGGREGATES_MAX)
      .optional()
      .meta({ description: "One row for each group, or one for all rows. Not with `columns`." }),
    order_by: z
      .array(order)
      .min(1)
      .max(QUERY_ORDERS_MAX)
      .optional()
      .meta({ description: "Missing values last. Equal rows stay in the table's order." }),
    limit: z.int().min(1).max(QUERY_ROWS_MAX).optional().meta({ default: QUERY_ROWS_DEFAULT }),
    offset: z.int().min(0).max(QUERY_OFFSET_MAX).optional().meta({ default: 0 }),
    count: z.boolean().optional().meta({
      default: false,
      description: "Whether to compute `total_rows`, which takes another pass over all rows.",
    }),
  })
  .meta({ id: "Query" });
export type AskedQuery = z.infer<typeof queryBody>;

export const queryParameters = z.strictObject({ table: tableName.optional() });

const count = z.int().min(0);

export const queryAnswer = z
  .strictObject({
    dataset_id: idSchema,
    version: count.meta({ description: "The version of these rows.", example: 1 }),
    table: z.string().nullable().meta({ description: "Null for a dataset with one table." }),
    joined: z
      .array(z.strictObject({ dataset_id: idSchema, version: count, table: z.string().nullable() }))
      .optional()
      .meta({ description: "The tables that `sql` joins, in its order." }),
    columns: z.array(z.strictObject({ name: z.string(), type: columnTypeSchema })),
    rows: z.array(z.array(z.unknown())).meta({
      description:
        "Arrays of JSON values aligned with `columns`. A missing value and a NaN are null, integers " +
        "beyond 2^53 are strings, bytes are `[binary]`.",
    }),
    row_count: count.meta({ description: "Rows in this answer." }),
    total_rows: count.nullable().meta({
      description: "Rows of the whole result, exact; null if not counted.",
    }),
    next_offset: count.nullable().meta({
      description: "The `offset` of the next page; null if there is none.",
    }),
  })
  .meta({ id: "QueryAnswer" });
export type QueryAnswer = z.infer<typeof queryAnswer>;
