/** The Inspector's CLI lists the tools in strict mode and calls each of them. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { callers } from "../../market/contract/callers.ts";
import { tools } from "../../mcp/tools.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { createTestDir } from "../support/stack.ts";
import { installInspector } from "./inspector/install.ts";
import type { CallOutcome } from "./inspector/run-calls.ts";
import { evaluated } from "./requests/tables.ts";
import { testMcp } from "./support.ts";

setDefaultTimeout(120_000);

const bearer: Record<string, string> = {};

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const { secret } = await newKey(api, await newOwner(api));
Object.assign(bearer, { agent: token, key: secret });
const program = await installInspector();

const common = ["--cli", `${mcp.url}?tools=all`, "--transport", "http"];

async function inspect(command: string[], input = "") {
  const child = Bun.spawn([process.execPath, "--bun", ...command], {
    env: { ...process.env, HOME: createTestDir() },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output, errors, exitCode };
}

/** The arguments of the tool's first request in the evaluation, for a dataset that exists. */
function argumentsOf(name: string): string[] {
  // A price depends on the dataset; without arguments it lists the caller's offers.
  if (name === "negotiate") return [];
  const row = evaluated.find(({ tool }) => tool === name);
  const args = JSON.parse(row?.args ?? "{}") as Record<string, unknown>;
  if ("dataset_id" in args) args.dataset_id = datasetId;
  if (name === "get_listing") args.wait_seconds = 0;
  return Object.entries(args).flatMap(([key, value]) => {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return ["--tool-arg", `${key}=${text}`];
  });
}

test("strict mode finds no fault in any tool's schema", async () => {
  const { output, errors, exitCode } = await inspect([
    program,
    ...common,
    "--method",
    "tools/list",
    "--strict",
  ]);
  expect([exitCode, /(\d+) errors?/.exec(errors)?.[1]]).toEqual([0, "0"]);
  const listed = (JSON.parse(output) as { tools: { name: string }[] }).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
});

test("every tool can be called, and answers with its data or with a problem document", async () => {
  const calls = tools.map((tool) => {
    const { takes, isOptional } = callers[tool.by];
    const token = isOptional ? "" : bearer[takes.at(-1) ?? ""];
    const header = token ? ["--header", `Authorization: Bearer ${token}`] : [];
    const call = ["--method", "tools/call", "--tool-name", tool.name];
    return JSON.stringify([...common, ...call, ...argumentsOf(tool.name), ...header]);
  });
  // Loading the Inspector takes most of a call, so one process runs all calls.
  const runCalls = join(import.meta.dir, "inspector/run-calls.ts");
  const { output, errors, exitCode } = await inspect([runCalls, program], calls.join("\n"));
  expect([exitCode, errors]).toEqual([0, ""]);
  const outcomes = output.trimEnd().split("\n");
  expect(outcomes.length).toBe(tools.length);
  for (const [index, { name }] of tools.entries()) {
    const outcome = JSON.parse(outcomes[index] ?? "") as CallOutcome;
    expect([name, outcome.output === "" ? outcome.errors : ""]).toEqual([name, ""]);
    expect([name, isAnswer(outcome.output)]).toEqual([name, true]);
  }
});

function isAnswer(output: string): boolean {
  const result = JSON.parse(output) as {
    isError?: boolean;
    structuredContent?: unknown;
    content: { text: string }[];
  };
  if (result.isError !== true) return result.structuredContent !== undefined;
  const problem = JSON.parse(result.content[0]?.text ?? "") as { code: string; next: string };
  return problem.code !== "invalid_request" && problem.next !== "";
}
