/** The catalogue and its datasets for browsers: the same addresses, selected by `Accept`. */
import { describe, expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import type { Sample } from "../../../market/profile/schemas.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { exampleSample, publishedListing, publishNext } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

/** As Chromium and Firefox send it. */
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const ask = (path: string, accept: string, headers: Record<string, string> = {}) =>
  api.send("GET", path, { headers: { accept, ...headers } });
const see = (path: string, headers: Record<string, string> = {}) => ask(path, browser, headers);
const typeOf = ({ headers }: { headers: Headers }) => headers.get("content-type");

/** Text with everything that a page could mistake for markup. */
const hostile = `</script><script>alert(1)</script><img src=x onerror="a()">'"&<b>`;

/** A strict parser's errors. */
function xmlFaults(xml: string): string[] {
  const faults: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", ({ message }) => faults.push(message));
  parser.write(xml).close();
  return faults;
}

/**
 * Elements and attributes that only injected markup would add, as a browser's parser finds them.
 */
async function strangeMarkup(html: string): Promise<string[]> {
  const found: string[] = [];
  const isOwnImage = (source: string | null) => source?.startsWith("/assets/") === true;
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      const { tagName } = element;
      if (tagName === "script") found.push(`script ${element.getAttribute("type")}`);
      if (tagName === "img" && !isOwnImage(element.getAttribute("src"))) found.push("img");
      if (["b", "i", "iframe", "object", "style"].includes(tagName)) found.push(tagName);
      for (const [name, value] of element.attributes) {
        if (name.startsWith("on") || /^\s*javascript:/i.test(value)) found.push(name);
      }
    },
  });
  await rewriter.transform(new Response(html)).text();
  return found;
}

describe("by Accept", () => {
  const pages = ["text/html", browser, "text/html;q=0.9, application/json;q=0.8"];
  const documents = [
    "*/*",
    "application/json",
    "application/json, text/html;q=0.9",
    "",
    "text/plain",
  ];

  test.each(pages)("a page: %s", async (accept) => {
    const id = await publishedListing(api, token);
    for (const path of ["/datasets", `/datasets/${id}`]) {
      const answer = await ask(path, accept);
      expect([answer.status, typeOf(answer)]).toEqual([200, "text/html; charset=utf-8"]);
      expect(answer.headers.get("vary")).toContain("accept");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  test.each(documents)("JSON: %p", async (accept) => {
    const id = await publishedListing(api, token);
    for (const path of ["/datasets", `/datasets/${id}`]) {
      const answer = await ask(path, accept);
      expect([answer.status, typeOf(answer)]).toEqual([200, "application/json"]);
      expect(answer.headers.get("vary")).toContain("accept");
    }
  });

  test("a refusal is a page for browsers, and a problem document for others", async () => {
    const absent = "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11";
    expect((await see("/datasets/nope")).status).toBe(404);
    const refused = [`/datasets/${absent}`, "/agent/me", "/nowhere", `/datasets/${absent}/sample`];
    for (const path of refused) {
      const [page, problem] = await Promise.all([see(path), ask(path, "*/*")]);
      expect([page.status, typeOf(page)]).toEqual([problem.status, "text/html; charset=utf-8"]);
      expect(typeOf(problem)).toBe("application/problem+json");
      expect(page.headers.get("www-authenticate")).toBe(problem.headers.get("www-authenticate"));
      expect(page.text).toContain('action="/datasets"');
    }
    const posted = await api.send("POST", "/listings/draft", { headers: { accept: browser } });
    expect(typeOf(posted)).toBe("application/problem+json");
  });
});

describe("a dataset's page", () => {
  test("has its columns, sample, price and hash, and says them to search engines", async () => {
    const id = await publishedListing(api, token, { title: "Irises", price_cents: 1999 });
    const { text } = await see(`/datasets/${id}`);
    for (const expected of ["Irises", "sepal", "setosa", "$19.99", "a".repeat(64), "Buy for"]) {
      expect(text).toContain(expected);
    }
    expect(text).toMatch(/class="histogram".*sepal from 5 to 7: /s);
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@context": "https://schema.org/",
      "@type": "Dataset",
      name: "Irises",
      url: expect.stringContaining(`/datasets/${id}`),
      isAccessibleForFree: false,
      variableMeasured: [
        { "@type": "PropertyValue", name: "sepal" },
        { "@type": "PropertyValue", name: "species" },
      ],
      offers: { "@type": "Offer", price: "19.99", priceCurrency: "USD" },
    });
    expect(String(JSON.parse(json).description).length).toBeGreaterThanOrEqual(50);
  });

  test("is held with an ETag, and is another one once the listing has changed", async () => {
    const id = await publishedListing(api, token, { title: "Before" });
    const first = await see(`/datasets/${id}`);
    const etag = String(first.headers.get("etag"));
    const again = await see(`/datasets/${id}`, { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    const changed = await api.send("PATCH", `/listings/${id}`, { token, body: { title: "After" } });
    expect(changed.status).toBe(200);
    await eventually(async () => (await see(`/datasets/${id}`)).text.includes("After"));
    expect((await see(`/datasets/${id}`, { "if-none-match": etag })).status).toBe(200);
    await api.send("POST", `/listings/${id}/withdraw`, { token });
    await eventually(async () => (await see(`/datasets/${id}`)).status === 404);
  });

  test("a head is answered as the page is, without it", async () => {
    const id = await publishedListing(api, token);
    const page = await see(`/datasets/${id}`);
    const head = await api.send("HEAD", `/datasets/${id}`, { headers: { accept: browser } });
    expect([head.status, typeOf(head), head.text]).toEqual([200, typeOf(page), ""]);
    expect(head.headers.get("etag")).toBe(page.headers.get("etag"));
  });

  test("shows nothing that strangers wrote as markup", async () => {
    const columns = exampleProfile.columns.map((column) => ({
      ...column,
      name: `${hostile} ${column.index}`,
      top_values: [{ value: hostile, count: 1 }],
      alerts: [{ code: "missing_values" as const, detail: hostile }],
    }));
    const sample: Sample = {
      ...exampleSample,
      columns: columns.map(({ name, type }) => ({ name, type })),
      rows: [[hostile, { nested: hostile }]],
    };
    const id = await publishedListing(api, token, {
      title: hostile,
      description: `# ${hostile}\n\n[link](javascript:alert(1)) ![picture](https://example.com/x.png) <i>raw</i>`,
      tags: ["a&b"],
      license: hostile,
    });
    await publishNext(api, token, id, { ...exampleProfile, columns }, sample);
    const { text, status } = await see(`/datasets/${id}?rows=${encodeURIComponent(hostile)}`);
    expect(status).toBe(200);
    const scripts = ["script module", "script module"];
    const logo = "img";
    expect(await strangeMarkup(text)).toEqual([...scripts, "script application/ld+json", logo]);
    for (const tab of ["profile", "use", "versions", "reviews", "about"]) {
      const shown = await see(`/datasets/${id}/${tab}`);
      expect([tab, shown.status]).toEqual([tab, 200]);
      // The Profile tab sets its own figures in these.
      const own = tab === "profile" ? ["b", "i"] : [];
      const strange = (await strangeMarkup(shown.text)).filter((one) => !own.includes(one));
      expect(shown.text).not.toContain('onerror="a()');
      expect([tab, strange]).toEqual([tab, [...scripts, logo]]);
    }
    const list = await see(`/datasets?query=${encodeURIComponent(hostile)}`);
    expect(await strangeMarkup(list.text)).toEqual(scripts);
  });

  test("leads to where the licence can be read", async () => {
    const spdx = await see(
      `/datasets/${await publishedListing(api, token, { license: "CC0-1.0" })}`,
    );
    expect(spdx.text).toContain('href="https://spdx.org/licenses/CC0-1.0.html"');
    const license = "Public (https://terms.example/a) for all";
    const id = await publishedListing(api, token, { license });
    const { text } = await see(`/datasets/${id}/about`);
    expect(text).toContain('href="https://terms.example/a" rel="nofollow ugc noopener"');
    expect(text).toContain("<bdi>) for all</bdi>");
  });

  test("finds rows of the sample, and pages through wide tables twenty columns at a time", async () => {
    const [first] = exampleProfile.columns;
    if (first === undefined) throw new Error("the example has columns");
    const columns = Array.from({ length: 120 }, (_, index) => ({
      ...first,
      index,
      name: `c${index}.`,
    }));
    const wide: Sample = {
      ...exampleSample,
      columns: columns.map(({ name, type }) => ({ name, type })),
      rows: [1, 2].map((row) => columns.map(({ index }) => row * 1000 + index)),
    };
    const id = await publishedListing(api, token);
    await publishNext(api, token, id, { ...exampleProfile, column_count: 120, columns }, wide);
    const page = await see(`/datasets/${id}`);
    expect(page.text).toContain("Columns 1 to 20 of 120");
    expect([page.text.includes(">c19.<"), page.text.includes(">c20.<")]).toEqual([true, false]);
    const second = await see(`/datasets/${id}?from=20`);
    expect([second.text.includes(">c19.<"), second.text.includes(">c20.<")]).toEqual([false, true]);
    const chosen = await see(`/datasets/${id}?columns=c3.,c119.`);
    expect(chosen.text.match(/<bdi>c\d+\.<\/bdi>/g)).toEqual([
      "<bdi>c3.</bdi>",
      "<bdi>c119.</bdi>",
    ]);
    const found = await see(`/datasets/${id}?rows=2049`);
    expect([found.text.includes(">2000<"), found.text.includes(">1000<")]).toEqual([true, false]);
    for (const nonsense of [
      "from=-1",
      "from=999999",
      "columns=%00",
      "sort=%00",
      "table=",
      "rows=%00",
      "offset=9",
    ]) {
      expect((await see(`/datasets/${id}?${nonsense}`)).status).toBe(200);
    }
  });

  test("shows each table of a file that holds several, and says why one cannot be read", async () => {
    const id = await publishedListing(api, token, {}, "generated", exampleTables);
    const main = await see(`/datasets/${id}`);
    expect(main.text).toContain("The file could not be read as what it is.");
    const people = await see(`/datasets/${id}?table=people`);
    expect([people.text.includes("person_0"), people.text.includes("Ada")]).toEqual([true, true]);
    expect((await see(`/datasets/${id}?table=broken`)).status).toBe(200);
    expect((await see(`/datasets/${id}?table=nope`)).status).toBe(404);
  });

  test("says why there is no sample", async () => {
    const id = await publishedListing(api, token, {}, "no_sample");
    const { status, text } = await see(`/datasets/${id}`);
    expect([status, text.includes("no known format") || text.includes("format")]).toEqual([
      200,
      true,
    ]);
  });
});

describe("the catalogue's page", () => {
  test("marks what was found, names filters read from words, and offers to take each away", async () => {
    await publishedListing(api, token, { title: "Zebra migration tracks", price_cents: 0 });
    const { text } = await see("/datasets?query=free%20zebra&category=other");
    expect(text).toContain("<mark>Zebra</mark>");
    expect(text).toContain("Free (“free”)");
    expect(text).toContain('href="/datasets?query=free+zebra"');
  });

  test("leads search engines to at most two filters together", async () => {
    await publishedListing(api, token, { title: "Tapir counts", price_cents: 500 });
    const relOf = (text: string, name: string) =>
      new RegExp(`href="[^"]*${name}[^"]*"( rel="nofollow")?`).exec(text)?.[1];
    const one = await see("/datasets?query=tapir&max_price=9");
    expect(one.text).toContain("category=other");
    expect(relOf(one.text, "category=other")).toBeUndefined();
    const two = await see("/datasets?query=tapir&max_price=9&format=csv");
    expect(relOf(two.text, "category=other")).toBe(' rel="nofollow"');
  });

  test("shows the prices of what was found, and keeps other filters with a range of them", async () => {
    await publishedListing(api, token, { title: "Lemur one", price_cents: 500 });
    await publishedListing(api, token, { title: "Lemur two", price_cents: 4900 });
    const { text } = await see("/datasets?query=lemur&format=csv&max_price=80");
    expect(text).toContain("Datasets by price: $5.00 to $9.99, 1; $20.00 to $49.99, 1.");
    const [, form = ""] = /class="price-range">.*?<form[^>]*>(.*?)<\/form>/s.exec(text) ?? [];
    const fields = [...form.matchAll(/name="([^"]*)"/g)].map(([, name]) => name);
    expect(fields).toEqual(["query", "format", "min_price", "max_price"]);
    expect(text).toMatch(/<option value="-price"[^>]*>Price: high to low</);
  });

  test("says where a description was cut around what was found", async () => {
    const words = Array.from({ length: 120 }, (_, index) => `w${index}`).join(" ");
    await publishedListing(api, token, { title: "Cut", description: `${words} okapi ${words}` });
    await publishedListing(api, token, { title: "Whole", description: "Of one okapi." });
    const { text } = await see("/datasets?query=okapi");
    expect(text).toMatch(
      /<p class="clamp small muted">… <bdi>[^…]*<mark>okapi<\/mark>[^…]* …<\/p>/,
    );
    expect(text).toMatch(
      /<p class="clamp small muted"><bdi><span>Of one <\/span><mark>okapi[^…]*<\/p>/,
    );
  });

  test("a form's empty fields are taken out of the address", async () => {
    const answer = await see("/datasets?query=zebra&min_price=&max_price=%20&columns=");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/datasets?query=zebra"]);
  });

  test("invalid filters are reported and left out", async () => {
    const given = "min_rows=many&nonsense=1&category=plants&max_price=5&min_price=9x";
    const { status, text } = await see(`/datasets?${given}`);
    expect(status).toBe(200);
    expect(text).toContain("Rows at least “many” was left out");
    expect(text).toContain("Category “plants” was left out");
    expect(text).toContain("Up to $5");
    const stale = await see("/datasets?max_price=5&cursor=broken");
    expect([stale.status, stale.headers.get("location")]).toEqual([303, "/datasets?max_price=5"]);
  });

  test("a thousand unknown names are all told, in one look at them", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `x${index}`);
    const { status, text } = await see(`/datasets?${names.map((name) => `${name}=1`).join("&")}`);
    expect([status, text.split("was left out: is not a filter").length - 1]).toEqual([200, 1000]);
  });

  test("one page leads to the next, and the last to none", async () => {
    const marked = `pagers${Date.now()}`;
    for (let left = 13; left > 0; left -= 1) {
      await publishedListing(api, token, { title: `${marked} ${left}` });
    }
    const first = await see(`/datasets?tags=&query=${marked}`.replace("tags=&", ""));
    const [, next = ""] =
      /<a class="button plain" rel="next" href="([^"]*)"/.exec(first.text) ?? [];
    expect(first.text.split('class="hit"')).toHaveLength(13);
    const second = await see(next.replaceAll("&amp;", "&"));
    expect(second.text.split('class="hit"')).toHaveLength(2);
    expect(second.text).not.toContain('rel="next"');
  });

  test("of nothing says what to leave out", async () => {
    await publishedListing(api, token, { title: "Giraffe heights" });
    const { text } = await see("/datasets?query=giraffe%20xylophonist&format=parquet");
    expect(text).toContain("No dataset matches");
    expect(text).toMatch(/Without (Format|“)/);
  });

  test("of hits that are something else says that nothing matches well", async () => {
    await publishedListing(api, token, { title: "Okapi heights" });
    expect((await see("/datasets?query=okapi%20in%20Brest")).text).toContain(
      "Nothing matches well.",
    );
    expect((await see("/datasets?query=okapi")).text).not.toContain("Nothing matches well.");
  });
});

test("each table of a file has views of its own, and its tab keeps it", async () => {
  const id = await publishedListing(api, token, {}, "generated", exampleTables);
  const table = await see(`/datasets/${id}?table=people`);
  const [, map = ""] = /href="([^"]*view=map)"/.exec(table.text) ?? [];
  expect(map).toContain("table=people");
  const { text } = await see(map.replaceAll("&#38;", "&"));
  expect(text).toContain("1 place of the sample");
  expect((await see(`/datasets/${id}`)).text).not.toContain("view=map");
  const profile = await see(`/datasets/${id}/profile?table=people`);
  expect(profile.text).toContain(`href="/datasets/${id}/profile?table=iris#tables"`);
  expect(profile.text).toContain("person_0");
});

test("a page in a visitor's theme is cached like the others, and follows a change", async () => {
  const id = await publishedListing(api, token, { title: "Themed" });
  const dark = { cookie: "theme=dark" };
  const [plain, first, second] = [
    await see(`/datasets/${id}`),
    await see(`/datasets/${id}`, dark),
    await see(`/datasets/${id}`, dark),
  ];
  expect(first.text).toContain('<html lang="en" data-theme="dark">');
  expect(plain.text).not.toContain("data-theme");
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(first.headers.get("etag")).not.toBe(plain.headers.get("etag"));
  await publishNext(api, token, id);
  await eventually(async () => {
    const { text } = await see(`/datasets/${id}`, dark);
    return text.includes("Version 2") ? text : null;
  });
});

describe("what follows the catalogue", () => {
  test("a search is an Atom feed of its newest, whatever its sellers wrote", async () => {
    const id = await publishedListing(api, token, { title: `Feeder ${hostile}` });
    const answer = await ask("/datasets.atom?query=feeder", "*/*");
    expect([answer.status, typeOf(answer)]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    expect(xmlFaults(answer.text)).toEqual([]);
    expect(answer.text).toContain(`<id>urn:uuid:${id}</id>`);
    const again = await ask("/datasets.atom?query=feeder", "*/*", {
      "if-none-match": String(answer.headers.get("etag")),
    });
    expect(again.status).toBe(304);
    expect((await ask("/datasets.atom?min_rows=many", "*/*")).status).toBe(400);
  });

  test("browsers can search from their address bar, and find the icon where it used to be", async () => {
    const described = await ask("/opensearch.xml", "*/*");
    expect(described.text).toContain("/datasets?query={searchTerms}");
    const icon = await ask("/favicon.ico", "image/*");
    expect(icon.status).toBe(302);
    expect((await ask(String(icon.headers.get("location")), "image/*")).status).toBe(200);
  });
});
