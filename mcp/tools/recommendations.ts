import { moneyText } from "../../market/pricing.ts";
import { recommendations } from "../../market/recommendation/contract.ts";
import type { RecommendedDataset } from "../../market/recommendation/schemas.ts";
import type { Tool } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted } from "../untrusted.ts";
import { count } from "../words.ts";

export const recommendationTools: Tool[] = toolsOf(recommendations, {
  recommendDataset: (answer) => {
    const shown = [...answer.candidates, ...answer.nearest];
    const next =
      answer.post_request === null
        ? "Next: get_profile or get_sample with an id, then buy_now."
        : `To ask all sellers: post_request with ${JSON.stringify(answer.post_request)}${answer.post_request.budget_cents === undefined ? " and a budget_cents" : ""}.`;
    const lines = shown.map(datasetLine).join("\n");
    return {
      text: `${answer.says}${lines === "" ? "" : `\n${lines}`}\n${next}`,
      ...(shown.length === 0
        ? {}
        : { stranger: { source: "sellers", text: shown.map(titleLine).join("\n") } }),
      untrusted: ["candidates", "nearest"].flatMap((list) => [
        `/${list}/*/title`,
        `/${list}/*/similar_columns/*/column`,
      ]),
    };
  },
});

function datasetLine(one: RecommendedDataset): string {
  const says = (points: RecommendedDataset["fits"]) => points.map((point) => point.says).join(" ");
  const perRow =
    one.cents_per_row === null
      ? ""
      : `, ${moneyText(Math.ceil(one.cents_per_row * 1000), one.currency)} per 1,000 rows`;
  const parts = [
    ["Fits", says(one.fits)],
    ["Missing", says(one.missing)],
    ["Unknown", says(one.unknown)],
  ].flatMap(([name, text]) => (text === "" ? [] : [`${name}: ${text}`]));
  return `- ${one.id}: ${one.offers.text}, ${count(one.row_count, "row")}${perRow}. ${parts.join(" ")}`;
}

function titleLine({ id, title, similar_columns: similar }: RecommendedDataset): string {
  const columns = similar.map(({ asked, column }) => `${asked}: ${quoted(column)}`).join(", ");
  return `- ${id}: ${quoted(title)}${columns === "" ? "" : `; similar columns: ${columns}`}`;
}
