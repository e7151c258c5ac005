import { z } from "zod";
import { catalogue } from "../../market/catalogue/contract.ts";
import { type DatasetDetail, datasetItem } from "../../market/catalogue/schemas.ts";
import { periodText } from "../../market/facts/shown-time.ts";
import { columnTypeSchema } from "../../market/profile/schemas.ts";
import { search } from "../../market/search/contract.ts";
import { joinableColumn } from "../../market/search/joinable/schemas.ts";
import type { SearchView } from "../../market/search/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { ProblemError } from "../problem.ts";
import { defineTool, type ToolCall } from "../tool.ts";
import { quoted, shorten } from "../untrusted.ts";
import { bytes, count } from "../words.ts";
import { publicRead } from "./annotations.ts";

/** Each dataset costs two API calls. */
const DATASETS_COMPARED_MAX = 5;
/** The limit of listed common columns; more would use up a model's context. */
const COLUMNS_IN_COMMON_MAX = 100;
/** Per compared dataset, nearest first. */
const JOINABLE_LOOKED_AT_MAX = 100;

const compared = datasetItem.pick({
  id: true,
  title: true,
  category: true,
  price_cents: true,
  offers: true,
  currency: true,
  pricing_type: true,
  license: true,
  license_id: true,
  license_groups: true,
  quality_score: true,
  format: true,
  row_count: true,
  column_count: true,
  byte_size: true,
  sha256: true,
  covers_from: true,
  covers_to: true,
  covers_precision: true,
  countries: true,
  languages: true,
  has_personal_data: true,
  version: true,
  version_published_at: true,
  seller: true,
  capabilities: true,
});

const comparison = z.object({
  datasets: z.array(compared),
  same_file: z.array(z.array(idSchema)).meta({ description: "Those whose bytes are the same." }),
  columns_in_common: z.array(
    z.object({
      name: z.string(),
      types: z.record(idSchema, columnTypeSchema).meta({ description: "By dataset that has it." }),
    }),
  ),
  columns_in_common_count: z.int(),
  joinable: z.array(
    z.object({ dataset_id: idSchema, with_dataset_id: idSchema, columns: z.array(joinableColumn) }),
  ),
});
type Comparison = z.infer<typeof comparison>;
type Joins = Comparison["joinable"];

export const compareDatasets = defineTool({
  name: "compare_datasets",
  title: "Compare datasets",
  description:
    "Compares 2 to 5 known datasets: price, quality, licence, size, period, identical bytes, and " +
    "the columns by which they can be joined. Find candidates with search_datasets; for one " +
    "dataset's statistics use get_profile.",
  keywords: "better cheaper which difference side by side join",
  by: "anyone",
  annotations: publicRead,
  input: z.strictObject({
    dataset_ids: z
      .array(idSchema)
      .min(2)
      .max(DATASETS_COMPARED_MAX)
      .describe(`2 to ${DATASETS_COMPARED_MAX} different ids.`),
  }),
  output: comparison,
  sets: ["browse", "buy"],
  async run(call, { dataset_ids: given }) {
    const ids = [...new Set(given.map((id) => id.toLowerCase()))];
    const [details, joinable] = await Promise.all([
      Promise.all(ids.map((id, index) => readDataset(call, id, index))),
      Promise.all(ids.slice(0, -1).map((id, index) => readJoins(call, id, ids.slice(index + 1)))),
    ]);
    const common = columnsInCommon(details);
    return {
      datasets: details.map((detail) => compared.parse(detail)),
      same_file: sameFiles(details),
      columns_in_common: common.slice(0, COLUMNS_IN_COMMON_MAX),
      columns_in_common_count: common.length,
      joinable: joinable.flat(),
    };
  },
  tell: (answer) => ({
    text: `${answer.datasets.map(figures).join("\n")}\n${relations(answer)}`,
    stranger: { source: "sellers", text: shorten(names(answer), STRANGER_CHARS_MAX) },
    untrusted: [
      "/datasets/*/title",
      "/datasets/*/license",
      "/datasets/*/seller/name",
      "/columns_in_common/*/name",
      ...["column", "table", "with", "with_table"].map((name) => `/joinable/*/columns/*/${name}`),
    ],
  }),
});

/** The refusal names the dataset that cannot be compared. */
async function readDataset(call: ToolCall, id: string, index: number): Promise<DatasetDetail> {
  try {
    return await call.request(catalogue.getDataset, { params: { id } });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { problem } = error;
    throw new ProblemError({ ...problem, detail: `/dataset_ids/${index}: ${problem.detail}` });
  }
}

async function readJoins(call: ToolCall, id: string, others: string[]): Promise<Joins> {
  const query = { joinable_with: id, sort: "overlap", limit: JOINABLE_LOOKED_AT_MAX };
  const found: SearchView = await call.request(search.searchDatasets, { query });
  const hits = found.items.filter((hit) => others.includes(hit.id));
  return hits.map(({ id: other, joinable = [] }) => ({
    dataset_id: id,
    with_dataset_id: other,
    columns: joinable,
  }));
}

/** Matches names in any case. Columns that most datasets share come first. */
function columnsInCommon(details: DatasetDetail[]): Comparison["columns_in_common"] {
  const shared = new Map<string, Comparison["columns_in_common"][number]>();
  for (const { id, columns } of details) {
    for (const { name, type } of columns) {
      const key = name.trim().toLowerCase();
      const entry = shared.get(key) ?? { name, types: {} };
      shared.set(key, { ...entry, types: { ...entry.types, [id]: type } });
    }
  }
  const size = ({ types }: { types: object }) => Object.keys(types).length;
  return [...shared.values()]
    .filter((entry) => size(entry) > 1)
    .toSorted((one, other) => size(other) - size(one));
}

function sameFiles(details: DatasetDetail[]): string[][] {
  const known = details.filter(({ sha256 }) => sha256 !== null);
  const groups = Map.groupBy(known, ({ sha256 }) => sha256);
  return [...groups.values()]
    .map((group) => group.map(({ id }) => id))
    .filter((ids) => ids.length > 1);
}

function figures(item: Comparison["datasets"][number]): string {
  const covered = periodText(item);
  const period = covered === null ? "" : `, data of ${covered}`;
  const score = item.quality_score === null ? "not scored" : `quality ${item.quality_score}`;
  const personal = item.has_personal_data === true ? ", personal data found" : "";
  const size = `${count(item.row_count, "row")}, ${count(item.column_count, "column")}, ${bytes(item.byte_size)}`;
  return `- ${item.id}: ${item.offers.text} (${item.pricing_type}), licence ${item.license_id ?? "not of SPDX"}, ${score}, ${size}${period}, published ${item.version_published_at}${personal}.`;
}

function relations(answer: Comparison): string {
  const same = answer.same_file.map((ids) => `The same bytes: ${ids.join(", ")}.`);
  const joins = answer.joinable.map(
    ({ dataset_id: one, with_dataset_id: other, columns }) =>
      `${one} and ${other} share values in ${count(columns.length, "pair")} of columns.`,
  );
  const none = joins.length === 0 ? ["No shared values of keys are known."] : joins;
  const common = `${count(answer.columns_in_common_count, "column name")} in common.`;
  return [...same, common, ...none].join(" ");
}

function names({ datasets, columns_in_common: columns, joinable }: Comparison): string {
  const titles = datasets.map(
    ({ id, title, license }) =>
      `- ${id}: ${quoted(title)}, ${license === null ? "no licence given" : quoted(license)}`,
  );
  const pairs = joinable.flatMap(({ columns: found }) =>
    found.map((pair) => `${quoted(pair.column)} = ${quoted(pair.with)} (overlap ${pair.overlap})`),
  );
  const shared = `Columns in common: ${columns.map(({ name }) => quoted(name)).join(", ") || "none"}`;
  return [...titles, shared, `Joinable: ${pairs.join(", ") || "none known"}`].join("\n");
}
