import { queries } from "../../market/query/contract.ts";
import { TOOL_ROWS_DEFAULT } from "../../market/query/tool-schemas.ts";
import { cutList, STRANGER_CHARS_MAX } from "../cut.ts";
import { rowLines } from "../thumbnails.ts";
import { toolsOf } from "../tools-of.ts";
import { shorten, untrustedOfSample } from "../untrusted.ts";
import { count } from "../words.ts";

export const queryTools = toolsOf(queries, {
  queryDataset: {
    run(call, { dataset_id: id, table, limit = TOOL_ROWS_DEFAULT, ...query }) {
      const input = { params: { id }, query: { table }, body: { ...query, limit } };
      return call.request(queries.queryDataset, input);
    },
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
  },
});
