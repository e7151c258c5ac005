import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const ids: Record<string, string> = {};

/** Eight datasets that each filter can tell apart. */
const catalogue: Record<string, Json> = {
  weather: {
    title: "Seattle weather",
    description: "Daily rain and temperature.",
    category: "scientific",
    tags: ["daily", "weather"],
  },
  cars: { title: "Cars of the seventies", description: "Fuel use.", category: "retail" },
  airports: { title: "Airports", description: "Where planes land.", category: "geographic" },
  stocks: {
    title: "Stock prices",
    description: "Closing prices of five companies.",
    category: "financial",
    price_cents: 1999,
    tags: ["daily"],
  },
  crimes: { title: "Crimes", description: "Counts by city.", category: "social", price_cents: 500 },
  movies: { title: "Movies", description: "Not about weather at all.", category: "social" },
  penguins: { title: "Penguins", description: "Bills and flippers.", category: "scientific" },
  budgets: { title: "Budgets", description: "Of states.", category: "financial", price_cents: 50 },
};

const api = await testApi();
const { token } = await verifiedAgent(api);
for (const [name, fields] of Object.entries(catalogue)) {
  ids[name] = await publishedListing(
    api,
    token,
    fields,
    name === "movies" ? "no_sample" : undefined,
  );
}

async function found(query: string): Promise<string[]> {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect(answer.status).toBe(200);
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  return (answer.body.items as Json[]).map((item) => names[String(item.id)] ?? "unknown");
}

const sorted = async (query: string) => (await found(query)).sort();

describe("words", () => {
  test("in the title rank above words in the description", async () => {
    expect(await found("query=weather")).toEqual(["weather", "movies"]);
  });

  test("are found by their stem, in tags and in column names", async () => {
    expect(await found("query=stocks+companies")).toEqual(["stocks"]);
    expect(await sorted("query=daily")).toEqual(["stocks", "weather"]);
    expect(await sorted("query=sepal&category=financial")).toEqual(["budgets", "stocks"]);
  });

  test("with a minus exclude, and phrases keep their order", async () => {
    expect(await found("query=weather+-movies")).toEqual(["weather"]);
    expect(await found("query=%22closing+prices%22")).toEqual(["stocks"]);
    expect(await found("query=%22prices+closing%22")).toEqual([]);
  });

  test("that are misspelt find similar spellings, and the answer says so", async () => {
    const answer = await api.send("GET", "/datasets?query=penguns");
    expect(answer.body.match).toBe("similar");
    expect(await found("query=penguns")).toEqual(["penguins"]);
    expect((await api.send("GET", "/datasets?query=penguins")).body.match).toBe("exact");
  });

  test("may hold a comma", async () => {
    expect(await found("query=rain,temperature")).toEqual(["weather"]);
  });

  test("that mean nothing here give an empty list", async () => {
    const answer = await api.send("GET", "/datasets?query=zzzzqqqq");
    expect(answer.body).toMatchObject({ items: [], pagination: { total: 0, has_more: false } });
  });
});

const filters: [query: string, expected: string[]][] = [
  ["category=financial", ["budgets", "stocks"]],
  ["max_price=5", ["airports", "budgets", "cars", "crimes", "movies", "penguins", "weather"]],
  ["max_price=4.99&min_price_cents=1", ["budgets"]],
  ["max_price=0.5&min_price=0.5", ["budgets"]],
  ["max_price_cents=0", ["airports", "cars", "movies", "penguins", "weather"]],
  ["free=false", ["budgets", "crimes", "stocks"]],
  ["free=true&category=social", ["movies"]],
  ["min_quality_score=0.9&category=social", ["crimes"]],
  ["min_quality_score=0&category=social", ["crimes", "movies"]],
  ["min_quality_score=1", []],
  ["pricing_type=auction", []],
  ["pricing_type=buy_it_now&category=geographic", ["airports"]],
  ["format=csv&category=social", ["crimes"]],
  ["format=parquet", []],
  ["tags=daily,weather", ["weather"]],
  ["tags=Daily", ["stocks", "weather"]],
  ["columns=sepal,SPECIES&category=retail", ["cars"]],
  ["columns=sepal,petal", []],
  ["min_rows=2&category=social", ["crimes"]],
  ["min_rows=3", []],
];

describe("filters", () => {
  for (const [query, expected] of filters) {
    test(`${query} finds ${expected.length} of eight`, async () => {
      expect(await sorted(`${query}&limit=100`)).toEqual(expected);
    });
  }
});

describe("sorts and pages", () => {
  test("newest first by default; the minus reverses", async () => {
    const order = Object.keys(catalogue);
    expect(await found("")).toEqual([...order].reverse());
    expect(await found("sort=-newest")).toEqual(order);
  });

  test("price ascends, its reverse descends", async () => {
    expect((await found("sort=price&free=false")).join()).toBe("budgets,crimes,stocks");
    expect((await found("sort=-price&free=false")).join()).toBe("stocks,crimes,budgets");
  });

  for (const sort of ["newest", "-newest", "price", "-price", "quality", "-quality", "relevance"]) {
    test(`pages by cursor in sort=${sort} show everything once, in order`, async () => {
      const query = sort === "relevance" ? "query=sepal&" : "";
      const whole = await found(`${query}sort=${sort}`);
      expect(new Set(whole).size).toBe(query === "" ? 8 : 7);
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path = `/datasets?${query}sort=${sort}&limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const page = await api.send("GET", path);
        seen.push(...(page.body.items as Json[]).map((item) => String(item.id)));
        const pagination = page.body.pagination as { next_cursor: string | null; total: number };
        expect(pagination.total).toBe(whole.length);
        cursor = pagination.next_cursor;
      }
      expect(seen).toEqual(whole.map((name) => String(ids[name])));
    });
  }

  test("a cursor of another sort is refused", async () => {
    const page = await api.send("GET", "/datasets?limit=1&sort=price");
    const { next_cursor: cursor } = page.body.pagination as { next_cursor: string };
    const answer = await api.send("GET", `/datasets?sort=newest&cursor=${cursor}`);
    expect(answer.body.code).toBe("invalid_request");
  });

  test("offset and limit are echoed, and say whether there is more", async () => {
    const page = await api.send("GET", "/datasets?limit=5&offset=5");
    expect(page.body.pagination).toMatchObject({ limit: 5, offset: 5, total: 8, has_more: false });
    expect((page.body.items as Json[]).length).toBe(3);
  });
});

describe("facets and categories", () => {
  test("facets count all matches, not the page", async () => {
    const answer = await api.send("GET", "/datasets?facets=true&limit=1&category=social");
    const { category, ...others } = answer.body.facets as Json;
    // A facet's counts ignore the filter on that facet.
    expect(category).toMatchObject({ financial: 2, social: 2 });
    expect(others).toMatchObject({
      format: { csv: 1, unknown: 1 },
      pricing_type: { buy_it_now: 2 },
      price: { free: 1, paid: 1 },
      price_range: { "0-0": 1, "500-999": 1 },
    });
  });

  test("categories are always all ten, with their counts", async () => {
    const answer = await api.send("GET", "/categories");
    const list = JSON.parse(answer.text) as Json[];
    expect(list.map((category) => category.id)).toEqual([
      ...["geographic", "pricing", "sensor", "images", "text"],
      ...["financial", "scientific", "social", "retail", "other"],
    ]);
    expect(list[5]).toMatchObject({ id: "financial", dataset_count: 2, free_count: 0 });
    expect(list[9]).toMatchObject({ id: "other", dataset_count: 0, free_count: 0 });
  });
});

describe("a hostile query", () => {
  const hostile = [
    "'",
    "\\",
    "%",
    "_",
    "a'b\"c",
    "(((",
    "& | !",
    ":*",
    "<->",
    '"',
    "-",
    "--",
    "%25",
  ];
  for (const words of hostile) {
    test(`${words} is searched for, not obeyed`, async () => {
      const answer = await api.send("GET", `/datasets?query=${encodeURIComponent(words)}`);
      expect(answer.status).toBe(200);
    });
  }
});
