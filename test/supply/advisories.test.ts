/**
 * The check of known advisories: failures, exceptions with an end date, and a registry without
 * advisories.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { allowedSchema, judgeAudit } from "../../dev/supply/advisories.ts";
import allowed from "../../dev/supply/advisories-allowed.json";

const advisory = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "Reads beyond the end",
  severity: "high",
  vulnerable_versions: "<9.9.9",
};
const today = "2026-11-23";
const reason = "The function that reads is never called here.";
const entry = { advisory: "GHSA-aaaa-bbbb-cccc", package: "qs", reason, until: "2026-12-24" };
const found = { exitCode: 1, stdout: JSON.stringify({ qs: [advisory] }), stderr: "" };
const clean = { exitCode: 0, stdout: "{}\n", stderr: "" };
const line = "qs <9.9.9: high: Reads beyond the end, GHSA-aaaa-bbbb-cccc";

test("an advisory is a fault, and so is an entry that nothing needs any more", () => {
  expect(judgeAudit(found, [], today).faults).toEqual([line]);
  expect(judgeAudit(clean, [], today)).toEqual({ faults: [], notes: [] });
  expect(judgeAudit(clean, [entry], today).faults).toEqual([
    "GHSA-aaaa-bbbb-cccc is allowed but does not occur",
  ]);
});

test("an allowed advisory is let be through its last day, of its package alone", () => {
  expect(judgeAudit(found, [entry], today).faults).toEqual([]);
  expect(judgeAudit(found, [{ ...entry, until: today }], today).faults).toEqual([]);
  expect(judgeAudit(found, [{ ...entry, until: "2026-11-22" }], today).faults).toEqual([
    `${line} (ignored until 2026-11-22, which has passed)`,
  ]);
  expect(judgeAudit(found, [{ ...entry, package: "koa" }], today).faults).toHaveLength(2);
});

test("what is no answer of the registry's is a fault: the gate is never silently off", () => {
  const broken = { exitCode: 1, stdout: "", stderr: "error: InvalidLockfile: bun.lock\n" };
  expect(judgeAudit(broken, [], today).faults).toEqual([
    "the audit failed with 1: error: InvalidLockfile: bun.lock",
  ]);
});

test("each entry of the list has a reason and an end", () => {
  expect(allowedSchema.parse(allowed)).toEqual(allowed);
  for (const wrong of [{ ...entry, reason: "" }, { ...entry, until: "later" }, { advisory: "x" }])
    expect(allowedSchema.safeParse([wrong]).success).toBe(false);
});

describe("the program, with the real client", () => {
  const answers: Record<string, () => Response> = {
    advisories: () => Response.json({ qs: [advisory] }),
    nothing: () => Response.json({}),
    refusing: () => new Response("no", { status: 405 }),
    page: () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => answers[new URL(url).pathname.split("/")[1] ?? ""]?.() ?? new Response(),
  });
  afterAll(() => server.stop(true));

  async function run(registry: string): Promise<[code: number, text: string]> {
    const child = Bun.spawn([process.execPath, "dev/supply/audit.ts"], {
      cwd: join(import.meta.dir, "../.."),
      env: { ...process.env, BUN_CONFIG_REGISTRY: registry, npm_config_registry: registry },
      stdout: "pipe",
    });
    return [await child.exited, await new Response(child.stdout).text()];
  }

  const note = (why: string) => `note: not checked: the registry provides no advisories (${why})\n`;
  const cases: [registry: string, code: number, text: string][] = [
    [`${server.url}advisories/`, 1, `${line}\n`],
    [`${server.url}nothing/`, 0, ""],
    [`${server.url}refusing/`, 0, note("405")],
    [`${server.url}page/`, 0, note("no JSON")],
    ["http://127.0.0.1:9/", 0, note("ConnectionRefused")],
  ];

  test.each(cases)("%s ends with %i", async (registry, code, text) => {
    expect(await run(registry)).toEqual([code, text]);
  });
});
