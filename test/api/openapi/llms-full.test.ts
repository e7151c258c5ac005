import { expect, test } from "bun:test";
import type { Op } from "../../../market/contract/contract.ts";
import { contracts } from "../../../market/contracts.ts";
import { testApi } from "../../support/api.ts";
import { tokensOf } from "../../support/tokens.ts";

const TOKENS_MAX = 24_400;
const SHORT_TOKENS_MAX = 1500;

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
  expect(tokensOf(text)).toBeLessThanOrEqual(TOKENS_MAX);
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

/** The first call of each flow. */
const flows = [
  ...["GET /datasets", "POST /datasets/{id}/query", "POST /datasets/{id}/buy", "GET /events"],
  ...["GET /waiting-purchases", "POST /purchases/{id}/dispute", "POST /datasets/{id}/bids"],
  ...["POST /datasets/{id}/messages", "POST /requests", "POST /saved-searches", "POST /webhooks"],
  ...["POST /agent/register", "POST /listings/draft", "POST /listings/{id}/upload-urls"],
  ...["POST /listings/{id}/versions", "GET /agent/earnings"],
];

test("/llms.txt names every flow in at most 1,500 tokens, and leads to all operations", async () => {
  const { text: short } = await api.send("GET", "/llms.txt");
  expect(flows.filter((call) => !short.includes(`\`${call}`))).toEqual([]);
  expect(short).toContain("joinable_with");
  expect(short).toContain("/llms-full.txt");
  expect(short).toContain("/openapi/{tag}.json");
  expect(tokensOf(short)).toBeLessThanOrEqual(SHORT_TOKENS_MAX);
});
