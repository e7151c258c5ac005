/**
 * The official conformance suite against the server with its fixtures mounted, for both revisions.
 * The baseline lists what cannot apply; the suite also fails when an entry there passes.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { conformanceFixtures } from "./conformance-fixtures.ts";
import { connectModern, openTestMcp, testMcp } from "./support.ts";

setDefaultTimeout(60_000);

const rootDir = join(import.meta.dir, "../..");
const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

const api = await testApi();
const { token } = await verifiedAgent(api);
await publishedListing(api, token);
const mcp = await testMcp({
  apiUrl: api.config.PUBLIC_BASE_URL,
  extension: conformanceFixtures,
});

/** Its scenarios as `name: n passed, n failed`; those required by the revision come first. */
async function runSuite(revision: string) {
  const baseline = `test/mcp/conformance-baseline-${revision}.yml`;
  const child = Bun.spawn(
    [process.execPath, "--bun", program, "server", "--url", mcp.url].concat([
      ...["--requirements", revision, "--expected-failures", baseline],
    ]),
    { cwd: rootDir, stdout: "pipe", stderr: "pipe" },
  );
  const [output, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return { output, exitCode };
}

test.each(["2026-07-28", "2025-11-25"])(
  "passes what revision %s requires, but for the baseline",
  async (revision) => {
    const { output, exitCode } = await runSuite(revision);
    expect([exitCode, exitCode === 0 ? "" : output]).toEqual([0, ""]);
    expect(output).toContain("✓ tools-list");
  },
);

test("mounts the fixtures nowhere else", async () => {
  const plain = await openTestMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
  const client = await connectModern(plain.url);
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => name.startsWith("test_"))).toEqual([]);
  await client.close();
  await plain.close();
});
