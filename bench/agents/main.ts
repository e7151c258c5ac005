/**
 * Ten tasks of agents that know only the interface, against a `bun dev` with the demo. Counts calls,
 * wasted calls and o200k tokens. `bun bench/agents/main.ts [task …] [--running DATA_DIR:PORT_BASE] [--mcp
 * URL]`
 */
import { parseArgs } from "node:util";
import { emptyFigures, type Figures } from "./agent.ts";
import { type Market, openMarket } from "./market.ts";
import { buy } from "./tasks/buy.ts";
import { bid, follow, hostile, join, request } from "./tasks/buying.ts";
import { mistakes } from "./tasks/mistakes.ts";
import { folder, sell } from "./tasks/selling.ts";
import { signIn } from "./tasks/sign-in.ts";

type Task = (market: Market, figures: Figures) => Promise<void>;

const tasks: Record<string, Task> = {
  buy,
  join,
  bid,
  sell,
  folder,
  follow,
  request,
  hostile,
  mistakes,
  signIn,
};

const { values, positionals } = parseArgs({
  options: { running: { type: "string" }, mcp: { type: "string" } },
  allowPositionals: true,
});
const [dataDir, portBase] = values.running?.split(":") ?? [];
const running = dataDir && portBase ? { dataDir, portBase } : null;
const chosen = Object.entries(tasks).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);

const market = await openMarket(running, values.mcp);
try {
  process.stdout.write(
    "| task | calls | wasted | list | text | structured | in all | not in text | end |\n" +
      "|---|---|---|---|---|---|---|---|---|\n",
  );
  for (const [name, task] of chosen) {
    const figures = emptyFigures();
    const end = await task(market, figures).then(
      () => "reached",
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const { calls, wasted, listTokens, textTokens, structuredTokens, notInText } = figures;
    const tokens = [listTokens, textTokens, structuredTokens];
    const sum = tokens.reduce((one, other) => one + other, 0);
    const cells = [name, calls, wasted, ...tokens, sum, notInText.join(", ") || "-", end];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
} finally {
  await market.close();
}
