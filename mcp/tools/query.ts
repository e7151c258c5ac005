/** Asking all rows of a dataset: free ones, one's own and what was bought. */

import { z } from "zod";
import { tableInput } from "../../market/catalogue/tool-schemas.ts";
import { aggregateFunctions } from "../../market/query/plan.ts";
import { queryAnswer } from "../../market/query/schemas.ts";
import { cutList, STRANGER_CHARS_MAX } from "../cut.ts";
import { operations } from "../operations.ts";
import { rowLines } from "../thumbnails.ts";
import { defineTool } from "../tool.ts";
import { shorten, untrustedOfSample } from "../untrusted.ts";
import { count } from "../words.ts";
import { publicRead } from "./annotations.ts";

/** The API checks what is in them, and names each fault with its place. */
const object = z.record(z.string(), z.unknown());
const names = z.array(z.string());
const rowsDefault = 50;

export const queryDataset = defineTool({
  name: "query_dataset",
  title: "Query dataset rows",
  description:
    "List only records above a value, the longest or largest first: ask all rows of a free, " +
    "own or bought dataset, select only some rows, count or average by group, does a word " +
    "occur in it? How many rows of each? Filter, sort, group, aggregate columns that " +
    "get_dataset names.",
  key: "optional",
  annotations: publicRead,
  input: tableInput.extend({
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
    limit: z.int().optional().describe(`Up to 1000; ${rowsDefault}.`),
    offset: z.int().optional().describe("`next_offset`"),
  }),
  output: queryAnswer,
  run: (call, { dataset_id: id, table, limit = rowsDefault, ...query }) =>
    call.request(operations.queryDataset, { id, query: { table }, body: { ...query, limit } }),
  tell(answer, { dataset_id: id, offset = 0 }) {
    const { items: rows } = cutList(answer.rows, "");
    const isCut = rows.length < answer.rows.length;
    const next = isCut ? offset + rows.length : answer.next_offset;
    const header = JSON.stringify(answer.columns.map((column) => column.name));
    const total = answer.total_rows === null ? "" : ` of ${answer.total_rows}`;
    const more = next === null ? "" : ` Go on with offset ${next}.`;
    return {
      text: `${count(rows.length, "row")}${total} from version ${answer.version} of dataset ${id}.${more}`,
      stranger: {
        source: "dataset file",
        text: shorten(
          [header, ...rowLines(rows, STRANGER_CHARS_MAX)].join("\n"),
          STRANGER_CHARS_MAX,
        ),
      },
      untrusted: untrustedOfSample,
      structured: { ...answer, rows, row_count: rows.length, next_offset: next },
    };
  },
});
