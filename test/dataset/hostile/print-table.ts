/** Prints the corpus as a Markdown table: `bun test/dataset/hostile/print-table.ts`. */
import type { HostileCase } from "./case.ts";
import { corpus } from "./corpus.ts";

function outcomeText({ expect }: HostileCase): string {
  if (expect.outcome === "no_sample") return `no_sample: \`${expect.code}\``;
  const alerts = expect.alerts?.map((code) => `\`${code}\``).join(", ");
  const rows = `${expect.rows.toLocaleString("en-US")} rows`;
  return `generated: ${expect.format}, ${rows}${alerts ? `; alerts ${alerts}` : ""}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const rows = corpus.map(({ name, made }, i) => {
  const outcome = outcomeText(corpus[i] as HostileCase);
  return `| ${i + 1} | ${cell(name)} | ${cell(made)} | ${outcome} |`;
});
process.stdout.write(
  ["| # | file | how it is made | expected outcome |", "|---|---|---|---|", ...rows, ""].join("\n"),
);
