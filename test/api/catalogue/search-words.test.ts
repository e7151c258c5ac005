/** Searches whose words do not all match: the partial matches, their order, and the explanation. */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const catalogue: Record<string, Json> = {
  lab: { title: "Kelvin readings", description: "Of a laboratory.", category: "sensor" },
  probe: { title: "Probe", description: "Temperatures in kelvin.", category: "scientific" },
  stations: { title: "Station list", description: "Where trains stop.", category: "geographic" },
  weather: { title: "Seattle weather", description: "Daily rain.", category: "scientific" },
  readings: { title: "Meter readings", description: "Of households.", category: "sensor" },
  parks: { title: "Parks & <b>lawns</b>", description: "Of Seattle.", category: "geographic" },
};

const ids: Record<string, string> = {};
const api = await testApi();
const { token } = await verifiedAgent(api);
for (const [name, fields] of Object.entries(catalogue)) {
  ids[name] = await publishedListing(api, token, fields);
}

async function search(words: string, further = ""): Promise<Json> {
  const answer = await api.send("GET", `/datasets?query=${encodeURIComponent(words)}${further}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = (body: Json) =>
  (body.items as Json[]).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

describe("where not all words match", () => {
  test("the best partial matches come, with the words that they lack", async () => {
    const body = await search("kelvin station");
    expect(names(body).sort()).toEqual(["lab", "probe", "stations"]);
    expect(body).toMatchObject({ match: "partial", missing_words: [] });
    const missing = (body.items as Json[]).map((item) => item.missing_words);
    expect(missing).toContainEqual(["station"]);
    expect(missing).toContainEqual(["kelvin"]);
  });

  for (const words of [
    "kelvin readings",
    "kelvin data",
    "kelvin station csv",
    "dataset with kelvin readings for machine learning",
  ]) {
    test(`"${words}" finds both datasets that speak of kelvin`, async () => {
      expect(names(await search(words))).toEqual(expect.arrayContaining(["lab", "probe"]));
    });
  }

  test("those that match all stand first, whatever the score", async () => {
    const body = await search("kelvin readings");
    expect(names(body)[0]).toBe("lab");
    expect((body.items as Json[])[0]).toMatchObject({ missing_words: [] });
    expect(body.match).toBe("partial");
  });

  test.each(["!!!", "🚗", "the"])(
    "nothing that could be searched (%p) finds nothing",
    async (words) => {
      const { match, items } = await search(words);
      expect({ match, items }).toEqual({ match: "none", items: [] });
    },
  );

  test("words that nothing holds are named", async () => {
    const body = await search("zzqqxx kelvin");
    expect(names(body).sort()).toEqual(["lab", "probe"]);
    expect(body).toMatchObject({ match: "partial", missing_words: ["zzqqxx"] });
  });

  test("any other sort lists full matches, if there are any", async () => {
    expect(names(await search("kelvin readings", "&sort=price"))).toEqual(["lab"]);
    expect(names(await search("kelvin station", "&sort=newest"))).toEqual([
      "stations",
      "probe",
      "lab",
    ]);
  });

  test("totals and facets cover the listed datasets", async () => {
    const body = await search("kelvin station", "&facets=true&limit=1");
    expect(body.pagination).toMatchObject({ total: 3, total_is_exact: true, has_more: true });
    expect((body.facets as Json).category).toEqual({ geographic: 1, scientific: 1, sensor: 1 });
  });

  test("a phrase and a minus are meant: nothing is listed against them", async () => {
    expect(names(await search('"kelvin readings" station'))).toEqual(["lab"]);
    expect(names(await search("kelvin station -probe")).sort()).toEqual(["lab", "stations"]);
  });

  test("filters hold for partial matches too", async () => {
    expect(names(await search("kelvin station", "&category=geographic"))).toEqual(["stations"]);
  });

  test("a misspelt word among others is mended", async () => {
    const body = await search("kelvn readings");
    expect(names(body)[0]).toBe("lab");
    expect(body.corrected_query).toBe("kelvin readings");
  });

  test("a word that is spelt well is not mended into another, though nothing is on sale for it", async () => {
    const body = await search("metro readings");
    expect(body).toMatchObject({ match: "partial", corrected_query: null });
    expect((await search("mter readings")).corrected_query).toBe("meter readings");
  });

  test("nothing at all is said to be nothing", async () => {
    expect(await search("zzqqxx")).toMatchObject({
      items: [],
      match: "none",
      missing_words: ["zzqqxx"],
      corrected_query: null,
    });
  });
});
