/** What a command reads and writes: for people, for agents or as JSON. */
import { createInterface } from "node:readline/promises";
import Table from "cli-table3";
import { UsageError } from "./exit-codes.ts";

export type Io = {
  /** The default marketplace. */
  ownMarket?: string | undefined;
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  signal: AbortSignal;
};

/** `person`: tables, progress and questions. `agent`: lines of tabs, and never a question. */
export type Mode = "person" | "agent" | "json";

export type Modes = { json?: boolean; agent?: boolean; yes?: boolean; quiet?: boolean };

type Cell = string | number | null;

const PROGRESS_PAUSE_MS = 100;
const CELL_CHARS_MAX = 60;

export class Terminal {
  readonly mode: Mode;
  readonly #io: Io;
  readonly #isSure: boolean;
  #lastDrawn = 0;

  constructor(io: Io, { json, agent, yes }: Modes) {
    this.#io = io;
    this.#isSure = yes === true;
    const isPerson = io.stdout.isTTY === true && io.env.CI === undefined;
    this.mode = json === true ? "json" : agent === true || !isPerson ? "agent" : "person";
  }

  get signal(): AbortSignal {
    return this.#io.signal;
  }

  /** The result: `value` as JSON, else the text that `words` makes. */
  result(value: unknown, words: () => string): void {
    const text = this.mode === "json" ? JSON.stringify(value) : words();
    if (text !== "") this.#io.stdout.write(`${text}\n`);
  }

  /** Only for people, on stderr. */
  note(text: string): void {
    if (this.mode === "person") this.#io.stderr.write(`${text}\n`);
  }

  /** What a person has to do, in every mode, on stderr. */
  notice(text: string): void {
    this.#io.stderr.write(`${text}\n`);
  }

  table(head: string[], rows: Cell[][]): string {
    const texts = rows.map((row) => row.map((cell) => plain(String(cell ?? ""))));
    if (this.mode !== "person") return texts.map((row) => row.join("\t")).join("\n");
    const table = new Table({
      head,
      style: { head: [], border: [], compact: true },
      chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
    });
    table.push(...texts.map((row) => row.map((cell) => cut(cell, CELL_CHARS_MAX))));
    return table.toString();
  }

  /** Lines of name and value, then a table; empty values and an empty table are left out. */
  facts(
    facts: Record<string, string | number | null | undefined>,
    { head, rows }: { head: string[]; rows: Cell[][] } = { head: [], rows: [] },
  ): string {
    const given = Object.entries(facts).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    const width = Math.max(...given.map(([name]) => name.length));
    const space = (name: string) => (this.mode === "person" ? name.padEnd(width + 2) : `${name}\t`);
    const lines = given.map(([name, value]) => space(name) + plain(String(value)));
    return [...lines, ...(rows.length === 0 ? [] : [this.table(head, rows)])].join("\n");
  }

  progress(words: string, done: number, total: number | null): void {
    if (this.mode !== "person" || this.#io.stderr.isTTY !== true) return;
    const isLast = total !== null && done >= total;
    if (!isLast && Date.now() - this.#lastDrawn < PROGRESS_PAUSE_MS) return;
    this.#lastDrawn = Date.now();
    const share = total === null || total === 0 ? 1 : done / total;
    const bar = "█".repeat(Math.round(share * 24)).padEnd(24, "░");
    const of = total === null ? "" : ` of ${bytes(total)}`;
    this.#io.stderr.write(`\r${words} ${bar} ${bytes(done)}${of}\u001b[K${isLast ? "\n" : ""}`);
  }

  /** Null: nobody can be asked. */
  async ask(question: string, preset = ""): Promise<string | null> {
    if (this.mode !== "person" || this.#io.stdin.isTTY !== true) return null;
    const lines = createInterface({ input: this.#io.stdin, output: this.#io.stderr });
    try {
      const shown = preset === "" ? question : `${question} [${preset}]`;
      const answer = await lines.question(`${shown} `, { signal: this.signal });
      return answer.trim() || preset;
    } finally {
      lines.close();
    }
  }

  /** `--yes` and agent mode agree: their limits were given as options. */
  async agrees(question: string): Promise<boolean> {
    if (this.#isSure || this.mode !== "person") return true;
    const answer = await this.ask(`${question} (y/N)`);
    return answer !== null && /^y(es)?$/i.test(answer);
  }

  async required(option: string, question: string, preset = ""): Promise<string> {
    const answer = await this.ask(question, preset);
    if (answer !== null && answer !== "") return answer;
    throw new UsageError(`${option} is missing.`);
  }
}

/** Texts of strangers cannot move the cursor, and stay on their line. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");

const cut = (text: string, max: number) => {
  const chars = [...text];
  return chars.length <= max ? text : `${chars.slice(0, max - 1).join("")}…`;
};

export function bytes(count: number | null): string {
  if (count === null) return "";
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = count < 1 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

export const money = (cents: number | null, currency = "usd"): string =>
  cents === null ? "" : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
