/** The Inspector's CLI lists the tools in strict mode and calls them: half of them a run, by chance. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../mcp/tools.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { createTestDir } from "../support/stack.ts";
import { installInspector } from "./inspector/install.ts";
import { testMcp } from "./support.ts";

setDefaultTimeout(120_000);

const rootDir = join(import.meta.dir, "../..");
const CALLS_AT_ONCE = 4;

const bearer: Record<string, string> = {};

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const { secret } = await newKey(api, await newOwner(api));
Object.assign(bearer, { none: "", optional: "", agent: token, any: token, operator: secret });
const program = await installInspector();

async function inspect(args: string[]) {
  const child = Bun.spawn(
    [process.execPath, "--bun", program, "--cli", mcp.url, "--transport", "http", ...args],
    {
      env: { ...process.env, HOME: createTestDir() },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [output, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output, errors, exitCode };
}

/** The first arguments that mcp/README.md evaluates the tool by, of a dataset that exists. */
function argumentsOf(name: string): string[] {
  const readme = readFileSync(join(rootDir, "mcp/README.md"), "utf8");
  const row = readme.split("\n").find((line) => line.includes(`| \`${name}\` | \`{`));
  const json = /\| `(\{.*\})` \|$/.exec(row ?? "")?.[1] ?? "{}";
  const args = JSON.parse(json) as Record<string, unknown>;
  if ("dataset_id" in args) args.dataset_id = datasetId;
  if (name === "get_listing") args.wait_seconds = 0;
  return Object.entries(args).flatMap(([key, value]) => {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return ["--tool-arg", `${key}=${text}`];
  });
}

test("strict mode finds no fault in any tool's schema", async () => {
  const { output, errors, exitCode } = await inspect(["--method", "tools/list", "--strict"]);
  expect([exitCode, /(\d+) errors?/.exec(errors)?.[1]]).toEqual([0, "0"]);
  const listed = (JSON.parse(output) as { tools: { name: string }[] }).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
});

test("every tool can be called, and answers with its data or with a problem document", async () => {
  // A call is a process that loads the whole Inspector; frozen-database.test.ts calls every tool.
  const half = Math.random() < 0.5 ? 0 : 1;
  const waiting = tools.filter((_tool, index) => index % 2 === half);
  const called = waiting.length;
  const answers: [string, boolean][] = [];
  await Promise.all(
    Array.from({ length: CALLS_AT_ONCE }, async () => {
      for (let tool = waiting.shift(); tool !== undefined; tool = waiting.shift()) {
        const token = bearer[tool.key];
        const header = token ? ["--header", `Authorization: Bearer ${token}`] : [];
        const call = ["--method", "tools/call", "--tool-name", tool.name];
        const { output, errors } = await inspect([...call, ...argumentsOf(tool.name), ...header]);
        expect([tool.name, output === "" ? errors : ""]).toEqual([tool.name, ""]);
        answers.push([tool.name, isAnswer(output)]);
      }
    }),
  );
  expect(answers.filter(([, isFine]) => !isFine)).toEqual([]);
  expect(answers.length).toBe(called);
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
