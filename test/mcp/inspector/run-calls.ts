/**
 * A process that loads the Inspector's CLI once and calls it for each line of arguments on standard
 * input. It answers one line per call: the CLI's output and what it threw.
 */
import { join } from "node:path";
import { text } from "node:stream/consumers";

export type CallOutcome = { output: string; errors: string };

const write = process.stdout.write.bind(process.stdout);

/** Captures the output; the CLI awaits the callback of each write. */
function capture(chunks: string[]): typeof process.stdout.write {
  return ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const written = rest.at(-1);
    if (typeof written === "function") written();
    return true;
  }) as typeof process.stdout.write;
}

async function callOnce(runCli: (argv: string[]) => Promise<void>, args: string[]) {
  const output: string[] = [];
  const errors: string[] = [];
  process.stdout.write = capture(output);
  process.stderr.write = capture(errors);
  // The CLI throws after its answer if a tool returns `isError`.
  await runCli([process.execPath, "mcp-inspector", ...args]).catch((error) =>
    errors.push(String(error)),
  );
  return { output: output.join(""), errors: errors.join("") };
}

const [launcher = ""] = process.argv.slice(2);
const { runCli } = await import(join(launcher, "../../../cli/build/index.js"));
const lines = (await text(process.stdin)).trimEnd().split("\n");
for (const line of lines) {
  const outcome: CallOutcome = await callOnce(runCli, JSON.parse(line) as string[]);
  write(`${JSON.stringify(outcome)}\n`);
}
