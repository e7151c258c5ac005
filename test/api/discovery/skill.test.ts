import { expect, test } from "bun:test";
import { skillText } from "../../../market/discovery/skill.ts";
import { tools } from "../../../mcp/tools.ts";

const service = {
  baseUrl: "https://market.example",
  mcpUrl: "https://market.example/mcp",
  issuer: "https://id.example",
  domain: "market.example",
};
const text = skillText(service);

/** Fields, files and words of recipes that are not tools. */
const others = new Set(["code", "next", "sql", "expected_price_cents"]);

test("the skill names only tools that exist, with a name and description as loaders want them", () => {
  const named = [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
  const known = new Set(tools.map(({ name }) => name));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  const [, name = "", description = ""] =
    /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(description.length).toBeGreaterThan(80);
  expect(description.length).toBeLessThanOrEqual(1024);
});
