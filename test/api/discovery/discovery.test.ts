/**
 * The documents by which agents discover the service: each fits its specification, and they agree
 * with each other.
 */
import { describe, expect, test } from "bun:test";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { sql } from "drizzle-orm";
import { SaxesParser } from "saxes";
import { mcpProtocolVersions } from "../../../market/discovery/catalogs.ts";
import { listSitemap } from "../../../market/discovery/list-sitemap.ts";
import { discoveryPaths as paths } from "../../../market/discovery/vocabulary.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Answer, type Json, openTestApi, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";
import { discoverySchemas, registryEntrySchema } from "./discovery-schemas.ts";

const api = await testApi();
const baseUrl = api.config.PUBLIC_BASE_URL;
const { token } = await verifiedAgent(api);

const read = (path: string) => api.send("GET", path);

const mediaTypes = {
  apiCatalog: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  aiCatalog: "application/ai-catalog+json",
  agentCard: "application/json",
  mcpCatalog: "application/json",
  serverCard: "application/mcp-server-card+json",
  protectedResource: "application/json",
} as const;

describe("each document", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);

  for (const name of Object.keys(discoverySchemas) as (keyof typeof discoverySchemas)[]) {
    test(`${paths[name]} fits its specification, under its media type`, async () => {
      const answer = await read(paths[name]);
      const validate = ajv.compile(discoverySchemas[name]);
      expect({ fits: validate(answer.body), errors: validate.errors }).toEqual({
        fits: true,
        errors: null,
      });
      expect(answer.headers.get("content-type")).toBe(mediaTypes[name]);
    });

    test(`${paths[name]} may be read by other sites, and is kept until it changes`, async () => {
      const answer = await read(paths[name]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
      const etag = String(answer.headers.get("etag"));
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await api.send("GET", paths[name], { headers: { "if-none-match": etag } });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
    });
  }

  test("the entry for the MCP registry is one that it takes: the endpoint, and no package of ours", async () => {
    const entry = (await read(paths.registryEntry)).body;
    const validate = ajv.compile(registryEntrySchema);
    expect({ fits: validate(entry), errors: validate.errors }).toEqual({
      fits: true,
      errors: null,
    });
    expect(entry).toMatchObject({
      remotes: [{ type: "streamable-http", url: `${baseUrl}/mcp` }],
    });
    // The registry stores up to 4096 bytes of further publisher data.
    expect(JSON.stringify(entry._meta).length).toBeLessThan(4096);
  });

  test("the agent card is at its former address, too", async () => {
    const [card, former] = [await read(paths.agentCard), await read(paths.formerAgentCard)];
    expect(former.text).toBe(card.text);
  });

  test("the server card names the revisions that the MCP package serves", () => {
    const [first, ...others] = mcpProtocolVersions;
    expect(first).toBe("2026-07-28");
    expect(SUPPORTED_PROTOCOL_VERSIONS).toEqual(expect.arrayContaining(others));
  });

  test("/llms.txt has one title, a summary, and sections that contain only links", async () => {
    const answer = await read(paths.llmsText);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const [head = "", ...sections] = answer.text.split(/^## /m);
    expect(head).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n/);
    expect(head.match(/^#/gm)).toHaveLength(1);
    expect(sections.map((section) => section.split("\n")[0])).toContain("Optional");
    // Read like the format's own parser does: a line that is not a link is an error.
    const lines = sections.flatMap((section) => section.split("\n").slice(1));
    const links = lines.filter((line) => line !== "");
    expect(links.filter((line) => !/^- \[[^\]]+\]\([^)\s]+\)(: .+)?$/.test(line))).toEqual([]);
  });

  test("every call that /llms.txt names is an operation of the interface", async () => {
    const { text } = await read(paths.llmsText);
    const { paths: documented } = (await read(paths.openapi)).body as { paths: Json };
    const calls = [...text.matchAll(/`(GET|POST|PATCH) (\/[^`?]*)/g)];
    expect(calls.length).toBeGreaterThan(15);
    for (const [call, method = "", path = ""] of calls) {
      expect({ call, known: method.toLowerCase() in ((documented[path] ?? {}) as Json) }).toEqual({
        call,
        known: true,
      });
    }
  });

  test("/robots.txt names the sitemap and keeps crawlers out of personal pages", async () => {
    const { text } = await read(paths.robots);
    expect(text).toContain(`Sitemap: ${baseUrl}${paths.sitemap}\n`);
    expect(text).toContain("Disallow: /account\n");
  });
});

/** This service's addresses in an answer, except templates. */
function ownAddresses({ text }: Answer): string[] {
  const found = text.match(/https?:\/\/[^\s"'<>)`;\\]+/g) ?? [];
  return [...new Set(found)].filter(
    (url) => url.startsWith(baseUrl) && !url.includes("{") && url !== `${baseUrl}/mcp`,
  );
}

describe("together", () => {
  test("every address of ours in every document answers", async () => {
    const documents = await Promise.all(
      [...Object.keys(mediaTypes), "llmsText", "robots"].map((name) =>
        read(paths[name as keyof typeof paths]),
      ),
    );
    const addresses = [...new Set(documents.flatMap(ownAddresses))];
    expect(addresses.length).toBeGreaterThan(12);
    const statuses = await Promise.all(
      addresses.map(async (url) => [url, (await read(url)).status] as const),
    );
    const isFlow = (url: string) => /\/oauth\/(authorize|token)$/.test(url);
    const taken = (url: string) => (isFlow(url) ? [400, 405] : [200, 303]);
    expect(statuses.filter(([url, status]) => !taken(url).includes(status))).toEqual([]);
  });

  test("the front page links the documents by relations of RFC 8288", async () => {
    const { headers } = await read("/");
    const links = String(headers.get("link"))
      .split(", ")
      .map((link) => /^<([^>]+)>; rel="([^"]+)"; type="[^"]+"$/.exec(link));
    const relations = links.map((link) => link?.[2]);
    for (const relation of ["service-desc", "service-doc", "api-catalog", "status", "sitemap"]) {
      expect(relations).toContain(relation);
    }
    for (const link of links) expect((await read(String(link?.[1]))).status).toBe(200);
  });

  test("HEAD of the API catalog answers with the same links (RFC 9727, 2)", async () => {
    const head = await api.send("HEAD", paths.apiCatalog);
    expect(head.headers.get("link")).toContain(`<${paths.apiCatalog}>; rel="api-catalog"`);
    expect(head.text).toBe("");
  });

  test("all name the configured address of the MCP server, and its own metadata", async () => {
    const other = await openTestApi({ MCP_PUBLIC_URL: "https://mcp.market.test/mcp/" });
    const url = "https://mcp.market.test/mcp";
    for (const path of [paths.apiCatalog, paths.serverCard, paths.agentCard, paths.llmsText]) {
      expect((await other.send("GET", path)).text).toContain(url);
    }
    expect((await other.send("GET", `${paths.protectedResource}/mcp`)).status).toBe(404);
    await other.close();
    const metadata = await read(`${paths.protectedResource}/mcp`);
    expect(metadata.body).toMatchObject({ resource: `${baseUrl}/mcp` });
    expect(metadata.body).toMatchObject({ authorization_servers: [baseUrl] });
  });
});

/** Parses the text as XML and returns the content of each `loc`. */
function locations(xml: string): { root: string; urls: string[] } {
  const parser = new SaxesParser();
  const names: string[] = [];
  const urls: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => names.push(name));
  parser.on("text", (text) => {
    if (names.at(-1) === "loc" && text.trim() !== "") urls.push(text);
  });
  parser.write(xml).close();
  return { root: String(names[0]), urls };
}

describe("the sitemap", () => {
  const sitemap = async () => locations((await read(paths.sitemap)).text);
  const aMinuteLater = () => {
    api.clock.skewMs += 61_000;
  };

  test("lists the site's pages and every active dataset, without withdrawn ones", async () => {
    const ids = [await publishedListing(api, token), await publishedListing(api, token)];
    const [first, second] = ids.map((id) => `${baseUrl}/datasets/${id}`);
    aMinuteLater();
    const before = await eventually(async () => {
      const found = await sitemap();
      return found.urls.includes(String(second)) ? found : null;
    });
    expect(before.root).toBe("urlset");
    expect(before.urls).toEqual(expect.arrayContaining([`${baseUrl}/`, String(first)]));
    await api.send("POST", `/listings/${ids[0]}/withdraw`, { token });
    aMinuteLater();
    await eventually(async () => !(await sitemap()).urls.includes(String(first)));
    expect((await sitemap()).urls).toContain(String(second));
  });

  test("is rebuilt after a change, but at most once a minute", async () => {
    const shows = async (id: string) =>
      (await sitemap()).urls.includes(`${baseUrl}/datasets/${id}`);
    const first = await publishedListing(api, token);
    aMinuteLater();
    await eventually(() => shows(first));
    const second = await publishedListing(api, token);
    expect(await shows(second)).toBe(false);
    aMinuteLater();
    await eventually(() => shows(second));
  });

  test("is an index of pages once one file is too small, and loses nothing between them", async () => {
    for (let made = 0; made < 3; made += 1) await publishedListing(api, token);
    const rows = await api.db.execute(sql`select id from listings where status = 'active'`);
    const index = locations(await listSitemap(api.ctx, undefined, 2));
    expect(index.root).toBe("sitemapindex");
    expect(index.urls).toHaveLength(Math.ceil(rows.length / 2));
    const pages = await Promise.all(
      index.urls.map((url) =>
        listSitemap(api.ctx, Number(new URL(url).searchParams.get("page")), 2),
      ),
    );
    const listed = pages.flatMap((page) => locations(page).urls);
    const wanted = rows.map(({ id }) => `${baseUrl}/datasets/${id}`);
    expect(listed.filter((url) => url.includes("/datasets/")).sort()).toEqual(wanted.sort());
  });
});
