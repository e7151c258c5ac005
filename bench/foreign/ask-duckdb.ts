import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { DuckKind, Shape } from "./duckdb-shape.ts";

const program = fileURLToPath(new URL("./duckdb-shape.ts", import.meta.url));
const answerMsMax = 60_000;

type Duck = { process: ChildProcessByStdio<Writable, Readable, null>; lines: Interface };

function startDuck(): Duck {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  return { process: child, lines: createInterface({ input: child.stdout }) };
}

/**
 * Asks a DuckDB process for the shape of one file after another, and starts it again when it ends.
 * A file for which the process ends or stays silent for a minute counts as refused.
 */
export class DuckAnswers {
  #duck: Duck | null = null;

  /** The table that DuckDB finds in a file. */
  ask(path: string, kind: DuckKind): Promise<Shape> {
    this.#duck ??= startDuck();
    const duck = this.#duck;
    return new Promise((resolve) => {
      const finish = (shape: Shape): void => {
        clearTimeout(timer);
        duck.lines.removeAllListeners();
        resolve(shape);
      };
      const giveUp = (refused: string): void => {
        this.close();
        finish({ refused });
      };
      const timer = setTimeout(() => giveUp("said nothing"), answerMsMax);
      duck.lines.once("line", (line) => finish(JSON.parse(line) as Shape));
      duck.lines.once("close", () => giveUp("ended its process"));
      duck.process.stdin.write(`${JSON.stringify({ path, kind })}\n`);
    });
  }

  close(): void {
    this.#duck?.process.kill("SIGKILL");
    this.#duck = null;
  }
}
