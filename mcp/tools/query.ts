import { queries } from "../../market/query/contract.ts";
import { matching } from "../../market/query/matching/contract.ts";
import type { Matches } from "../../market/query/matching/schemas.ts";
import { TOOL_ROWS_DEFAULT } from "../../market/query/tool-schemas.ts";
import { cutList, STRANGER_CHARS_MAX } from "../cut.ts";
import { rowLines } from "../thumbnails.ts";
import type { ToolReply } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten, untrustedOfSample } from "../untrusted.ts";
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

export const matchingTools = toolsOf(matching, {
  matchValues: {
    run: (call, body) => call.request(matching.matchValues, { body }),
    tell: tellMatches,
  },
});

function tellMatches(answer: Matches): ToolReply<Matches> {
  const { matches, next_offset: next } = answer;
  const compared = `${count(answer.values_count, "different value")}, ${count(answer.datasets_compared, "dataset")} compared.`;
  const found = matches.length === 0 ? "No column has them." : matches.map(matchLine).join("\n");
  const refused = answer.not_compared.map(
    (one) => `Not compared: ${one.dataset_id}. ${one.detail}`,
  );
  const more = next === null ? [] : [`Go on with offset ${next}.`];
  return {
    text: [compared, found, ...refused, ...more].join("\n"),
    ...(matches.length === 0
      ? {}
      : { stranger: { source: "sellers", text: matches.map(columnLine).join("\n") } }),
    untrusted: [
      ...["title", "column", "table", "says"].map((field) => `/matches/*/${field}`),
      "/not_compared/*/title",
    ],
  };
}

type ToldMatch = Matches["matches"][number];

function matchLine(
  { matched, error, basis, dataset_id: id, column_values }: ToldMatch,
  at: number,
) {
  const precisely = error === 0 ? "" : `, ±${error}${basis === "noised" ? " with noise" : ""}`;
  return `${at + 1}. ${matched}${precisely}, in a column of ${count(column_values, "value")} of ${id}`;
}

function columnLine({ title, column, table }: ToldMatch, at: number): string {
  const place = table === null ? "" : ` of table ${quoted(table)}`;
  return `${at + 1}. ${quoted(title)}: column ${quoted(column)}${place}`;
}
