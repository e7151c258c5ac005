/** A seller reads its own draft by MCP: sample, profile and findings, which nobody else gets. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { generated, makeFolder, profileBytes } from "../dataset/support/dataset-files.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { endJob } from "../support/listings.ts";
import { newBuyer } from "../support/market.ts";
import { connectModern, testMcp } from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const folder = makeFolder();
afterAll(() => folder.remove());

type Data = Record<string, unknown>;

const rows = Array.from({ length: 40 }, (_, at) => `${at},${at * 2.5},open`);
/** Line 4 has words for a number, lines 6 and 9 addresses, line 12 a cell too few. */
const csv = [
  "id,amount,note",
  ...rows.map((row, at) => {
    if (at === 2) return "2,unknown,open";
    if (at === 4 || at === 7) return `${at},${at}.5,ann.${at}@example.com`;
    return at === 10 ? "10,25" : row;
  }),
  "",
].join("\n");

async function call(client: Client, name: string, args: object) {
  const {
    isError = false,
    content,
    structuredContent,
  } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const texts = (content as { text?: string }[]).map(({ text = "" }) => text);
  return { isError, text: texts.join("\n"), data: structuredContent as Data };
}

/** A free draft whose file was profiled by the real engine. */
async function sampledDraft(client: Client): Promise<string> {
  const { data } = await call(client, "create_draft", {
    title: "Amounts",
    description: "One row an amount.",
    price_cents: 0,
  });
  const listing = { listing_id: data.id };
  const upload = await call(client, "request_upload", { ...listing, content_type: "text/csv" });
  const { upload_url: url, path } = upload.data.full as { upload_url: string; path: string };
  await fetch(url, { method: "PUT", body: csv });
  await call(client, "attach_upload", { ...listing, full_data_path: path });
  const { profile, sample } = generated(await profileBytes(folder.path, csv));
  await endJob(api, path, "generated", sample, profile);
  return String(data.id);
}

const { token } = await verifiedAgent(api);
const seller = await connectModern(mcp.url, token);
const draft = await sampledDraft(seller);

test("an own draft's profile and sample are answered to its agent", async () => {
  const profile = await call(seller, "get_profile", { dataset_id: draft });
  expect(profile.data).toMatchObject({ row_count: 40, column_count: 3 });
  const sample = await call(seller, "get_sample", { dataset_id: draft, detail: "full" });
  expect((sample.data.rows as unknown[]).length).toBe(40);
  const read = await seller.readResource({ uri: `dataset://${draft}/profile` });
  expect(JSON.parse(String((read.contents[0] as { text?: string }).text))).toMatchObject({
    row_count: 40,
  });
});

test("a host whose headers are fixed hands the token on as agent_token", async () => {
  const anyone = await connectModern(mcp.url);
  for (const name of ["get_profile", "get_sample"]) {
    const { isError } = await call(anyone, name, { dataset_id: draft, agent_token: token });
    expect([name, isError]).toEqual([name, false]);
  }
  await anyone.close();
});

test("nobody else hears of a draft: other agents, buyers and visitors", async () => {
  const other = (await verifiedAgent(api)).token;
  const buyer = await newBuyer(api);
  for (const bearer of [other, buyer.token, undefined]) {
    const client = await connectModern(mcp.url, bearer);
    for (const name of ["get_profile", "get_sample"]) {
      const { isError, text } = await call(client, name, { dataset_id: draft });
      expect([isError, text]).toEqual([true, expect.stringContaining('"dataset_not_found"')]);
    }
    await client.close();
  }
  for (const part of ["profile", "sample"]) {
    const answers = await Promise.all([
      api.send("GET", `/listings/${draft}/${part}`, { token: other }),
      api.send("GET", `/datasets/${draft}/${part}`, { token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
});

type Finding = { code: string; column: string | null; first_rows?: Data[] };

test.each(["get_listing", "publish_listing"])(
  "%s lists findings, personal data first",
  async (name) => {
    const { text, data } = await call(seller, name, { listing_id: draft });
    const findings = data.findings as Finding[];
    expect(findings[0]).toMatchObject({ code: "personal_data", column: "note" });
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["mixed_types", "short_rows", "missing_values"]),
    );
    expect(data.findings_total).toBe(findings.length);
    expect(text).toContain("PERSONAL DATA was found (1 finding, first in the list)");
    expect(text).toContain(
      '- personal_data in "note": 2 values look like email. First at line 6, line 9.',
    );
    expect(findings.find(({ code }) => code === "short_rows")?.first_rows).toEqual([
      { row: 11, line: 12 },
    ]);
    expect(findings.find(({ code }) => code === "mixed_types")?.first_rows).toEqual([
      { row: 3, line: 4 },
    ]);
    expect(text.indexOf("- personal_data")).toBeLessThan(text.indexOf("- short_rows"));
  },
);
