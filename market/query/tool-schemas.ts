/** The input of the tool `query_dataset`. The API checks its content and locates each fault. */
import { z } from "zod";
import { tableInput } from "../catalogue/tool-schemas.ts";
import { aggregateFunctions } from "./plan.ts";

const object = z.record(z.string(), z.unknown());
const names = z.array(z.string());
export const TOOL_ROWS_DEFAULT = 50;

export const queryToolInput = tableInput.extend({
  sql: z
    .string()
    .optional()
    .describe(
      'One SELECT instead of the fields below. `FROM dataset`; joins `"table name"` or `"dataset id"`.',
    ),
  filter: object
    .optional()
    .describe(
      "`{column, op, value}`, `{all: […]}`, `{any: […]}`, `{not}`; op: eq ne lt lte gt gte in not_in is_null " +
        "is_not_null contains starts_with ends_with.",
    ),
  columns: names.optional().describe("All if left out"),
  group_by: names.optional().describe("Columns"),
  aggregates: z
    .array(object)
    .optional()
    .describe(`\`{function, column, as}\`: ${aggregateFunctions.join(" ")}.`),
  order_by: z.array(object).optional().describe("`{column, direction}`: asc, desc."),
  limit: z.int().optional().describe(`Up to 1000; ${TOOL_ROWS_DEFAULT}.`),
  offset: z.int().optional().describe("`next_offset`"),
});
