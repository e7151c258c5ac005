/**
 * A query child, started by `pool.ts`. It takes one task after another from standard input, one per
 * line, and answers on standard output.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";
import type { PlannedExpression, QueriedColumn } from "../../market/query/plan.ts";
import type { ChildLine, QueryTask } from "./protocol.ts";
import { runTask } from "./run-task.ts";

function write(text: string): void {
  process.stdout.write(text);
}

function send(line: ChildLine): void {
  write(`${JSON.stringify(line)}\n`);
}

function take(line: string): void {
  try {
    const { rowsText, ...result } = runTask(JSON.parse(line) as QueryTask);
    send({ child: "done", result });
    write(`${rowsText}\n`);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    send({ child: "failed", reason: reason.slice(0, 2000) });
  }
}

let text = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part: string) => {
  text += part;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    take(line);
  }
});
process.stdin.on("end", () => process.exit(0));

/**
 * Queries a table of its own, so that the first real query does not wait for loading and compiling.
 */
function warmUp(folder: string): void {
  const path = join(folder, `warm-${randomUUID()}.parquet`);
  const columns: QueriedColumn[] = [
    { name: "n", kind: "integer" },
    { name: "t", kind: "string" },
    { name: "x", kind: "number" },
  ];
  try {
    const n = Array.from({ length: 1000 }, (_, at) => at);
    const table = { n, t: n.map((at) => `text ${at % 7}`), x: n.map((at) => at / 8) };
    pl.DataFrame(table).writeParquet(path);
    const column = (at: number): PlannedExpression => {
      return {
        is: "column",
        table: 0,
        column: columns[at] ?? { name: "n", kind: "integer" },
        at: 0,
      };
    };
    const filter: PlannedExpression = {
      ...{ is: "text", of: column(1), op: "contains", value: "3", ignoresCase: false },
    };
    const on = { tables: [{ path, columns }], filter, range: null };
    const order = [{ by: column(2), isDescending: true, nullsFirst: false }];
    const page = { offset: 0, limit: 10 };
    const { positions } = runTask({ ...on, ...page, task: "top", order });
    const outputs = columns.map(({ name }, at) => ({ name, expression: column(at) }));
    runTask({ ...on, task: "gather", positions: positions ?? [], outputs, bytesMax: 10_000 });
  } finally {
    rmSync(path, { force: true });
  }
}

const [folder] = process.argv.slice(2);
if (folder !== undefined) warmUp(folder);
send({ child: "ready" });
