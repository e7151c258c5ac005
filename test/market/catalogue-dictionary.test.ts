/** Parsing data dictionaries that come with data, as a table. */
import { describe, expect, test } from "bun:test";
import { readDictionaries } from "../../market/catalogue/column-dictionary.ts";
import { charactersRead } from "../support/characters-read.ts";

const columns = ["temp_max", "Wind", "__proto__"];
const [hot, wind] = ["Highest temperature of the day, in °C", "Mean speed, in m/s"];

const dictionaries: Record<string, string> = {
  "a CSV file": `Variable,Type,Description\r\ntemp_max,float,"${hot}"\r\nwind,float,"${wind}"\r\n`,
  "a file by tabs": `name\tdescription\ntemp_max\t${hot}\nWind\t${wind}`,
  "a Markdown table": `# Columns\n\n| Column | Meaning |\n|---|---|\n| \`temp_max\` | ${hot} |\n| wind | ${wind} |`,
  "a list": `- temp_max: ${hot}\n* **Wind** - ${wind}\n`,
  "a data package": JSON.stringify({
    resources: [
      {
        schema: {
          fields: [
            { name: "temp_max", description: hot },
            { name: "Wind", description: wind },
          ],
        },
      },
    ],
  }),
  "an object by names": JSON.stringify({ columns: { temp_max: hot, wind } }),
};

describe("columns are described by", () => {
  test.each(Object.entries(dictionaries))("%s", (_, text) => {
    expect(readDictionaries([text], columns)).toEqual({ temp_max: hot, Wind: wind });
  });
});

test("unknown columns are ignored, and an invalid dictionary breaks nothing", () => {
  const texts = ["", "{", '{"a":', "[[[[", "name,description\n,\n", "Rain: much.\n", "\u0000: x"];
  expect(readDictionaries(texts, columns)).toEqual({});
  expect(Object.keys(readDictionaries(["__proto__: odd"], columns))).toEqual(["__proto__"]);
  expect(readDictionaries(["wind: a\u202eb\u0007c"], columns)).toEqual({ Wind: "a b c" });
});

test("of hostile texts the beginning is read, a few times", async () => {
  const charsMax = 3 * 16_384;
  const texts = [
    "a".repeat(200_000),
    "|".repeat(200_000),
    "a: \n".repeat(50_000),
    " -".repeat(1e5),
  ];
  for (const text of texts) {
    const read = await charactersRead(() => readDictionaries([text, text, text, text], columns));
    expect(read).toBeLessThan(4 * charsMax);
  }
});
