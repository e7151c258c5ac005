/** The advice in a refusal names actions that its reader can take: REST operations or MCP tools. */
import { expect, test } from "bun:test";
import { Glob } from "bun";
import type { Op } from "../../../market/contract/contract.ts";
import { contracts } from "../../../market/contracts.ts";
import { acts, forRest, forTools } from "../../../market/problem/problem.ts";
import { problems } from "../../../market/problem/problems.ts";
import { tools, toolsByName } from "../../../mcp/tools.ts";

const address = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s`]*/g;
const addressesIn = (text: string) => text.match(address) ?? [];

test("every act has the tool that does it, if a tool does it", () => {
  const offered = contracts
    .flatMap((ops): Op[] => Object.values(ops))
    .filter(({ tool }) => tool !== undefined);
  const byTools = new Set(offered.map(({ method, path }) => `${method} ${path}`));
  for (const [operation, tool] of Object.values(acts)) {
    if (tool === null) expect([operation, byTools.has(operation)]).toEqual([operation, false]);
    else expect([tool, toolsByName.has(tool)]).toEqual([tool, true]);
  }
});

test("for users of tools each code names tools, and REST only where no tool exists", () => {
  const withoutTool = Object.values(acts).flatMap(([operation, tool]) =>
    tool === null ? [operation as string] : [],
  );
  const elsewhere = [...withoutTool, "GET /openapi.json"];
  for (const [code, { whatToDo }] of Object.entries(problems)) {
    const named = addressesIn(forTools(whatToDo)).filter((one) => !elsewhere.includes(one));
    expect([code, named]).toEqual([code, []]);
    expect(forRest(whatToDo)).not.toBe("");
  }
});

test("no tool describes itself, its parameters or its answer by an address of REST", () => {
  for (const { name, description, parameters } of tools) {
    expect([name, addressesIn(description + JSON.stringify(parameters))]).toEqual([name, []]);
  }
});

/**
 * Schemas, contracts and documents of REST name its addresses; refusals appear in both interfaces.
 */
const ofRest =
  /schemas?\.ts$|contract\.ts$|^event\/|^discovery\/|^glossary\.ts$|^problem\/problem\.ts$/;
const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/)/.test(line);

test("the details of refusals name no address: `next` says what to do, to each edge in its names", async () => {
  for await (const path of new Glob("**/*.ts").scan("market")) {
    if (ofRest.test(path)) continue;
    const lines = (await Bun.file(`market/${path}`).text()).split("\n");
    const named = lines.filter((line) => !isComment(line)).flatMap(addressesIn);
    const known = path === "problem/request-problems.ts" ? ["GET /openapi.json"] : [];
    expect([path, named]).toEqual([path, known]);
  }
});

test("no text of a tool names an address without saying that it is of the REST API", async () => {
  for await (const path of new Glob("**/*.ts").scan("mcp/tools")) {
    const lines = (await Bun.file(`mcp/tools/${path}`).text()).split("\n");
    const named = lines.filter((line) => !isComment(line) && !line.includes("` of the REST API"));
    expect([path, named.flatMap(addressesIn)]).toEqual([path, []]);
  }
});
