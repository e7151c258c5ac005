import { expect, test } from "bun:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Op } from "../../../market/contract/contract.ts";
import { contracts } from "../../../market/contracts.ts";
import { testApi } from "../../support/api.ts";

const TOKENS_MAX = 20_000;

const api = await testApi();
const { status, text } = await api.send("GET", "/llms-full.txt");
const sections = text.split("\n\n").filter((section) => section.startsWith("**"));
const sectionOf = (id: string) => sections.find((section) => section.startsWith(`**${id}**`));

test("/llms-full.txt describes every operation of the interface in so many tokens", async () => {
  const { body } = await api.send("GET", "/openapi.json");
  const paths = body.paths as Record<string, Record<string, { operationId: string }>>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({
      id: operationId,
      call: `\`${method.toUpperCase()} ${path}\``,
    })),
  );
  expect(status).toBe(200);
  expect(operations.length).toBeGreaterThan(100);
  expect(sections).toHaveLength(operations.length);
  expect(operations.filter(({ id, call }) => !sectionOf(id)?.includes(call))).toEqual([]);
  expect(encode(text).length).toBeLessThanOrEqual(TOKENS_MAX);
});

test("an operation documents its input, answers and refusals", () => {
  const ops = contracts.flatMap((one): Op[] => Object.values(one));
  const silent = ops.filter(({ id, refuses }) =>
    refuses.some((code) => !sectionOf(id)?.includes(code)),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
  expect(sectionOf("contactSeller")).toContain("(key:message, idempotent)");
  expect(sectionOf("contactSeller")).toContain("Body: {message: string}");
  expect(sectionOf("listThreads")).toContain("Query: limit, offset, cursor");
});

test("/llms.txt leads to it", async () => {
  expect((await api.send("GET", "/llms.txt")).text).toContain("/llms-full.txt");
});
