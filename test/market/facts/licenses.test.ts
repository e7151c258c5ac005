/** The licence recognised from a seller's text; nothing is guessed. */
import { expect, test } from "bun:test";
import { licenseTerm, readLicense } from "../../../market/facts/licenses.ts";

const free = ["open", "allows-commercial-use", "allows-derivatives"];

const written: [text: string | null, id: string | null, groups: string[]][] = [
  [null, null, ["unknown"]],
  ["CC-BY-4.0", "CC-BY-4.0", [...free, "attribution"]],
  ["cc by 4.0", "CC-BY-4.0", [...free, "attribution"]],
  [
    "Creative Commons Attribution-ShareAlike 3.0",
    "CC-BY-SA-3.0",
    [...free, "attribution", "share-alike"],
  ],
  [
    "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC-BY-NC-4.0",
    ["allows-derivatives", "attribution", "non-commercial"],
  ],
  ["CC BY-ND 4.0", "CC-BY-ND-4.0", ["allows-commercial-use", "attribution", "no-derivatives"]],
  ["CC BY", null, [...free, "attribution"]],
  ["CC0", "CC0-1.0", [...free, "public-domain"]],
  ["Public domain", null, [...free, "public-domain"]],
  ["Open Government Licence v3.0", "OGL-UK-3.0", [...free, "attribution"]],
  ["MIT OR CC-BY-NC-4.0", "MIT OR CC-BY-NC-4.0", [...free, "attribution"]],
  [
    "MIT AND CC-BY-NC-4.0",
    "MIT AND CC-BY-NC-4.0",
    ["allows-derivatives", "attribution", "non-commercial"],
  ],
  ["MIT AND LicenseRef-mine", "MIT AND LicenseRef-mine", ["unknown"]],
  ["CC-BY-4.0 (https://www.gapminder.org/free-material/)", "CC-BY-4.0", [...free, "attribution"]],
  [
    "CC0-1.0 (https://creativecommons.org/publicdomain/zero/1.0/)",
    "CC0-1.0",
    [...free, "public-domain"],
  ],
  ["CC0-1.0 (https://creativecommons.org/licenses/by-nc/4.0/)", null, ["unknown"]],
  ["U.S. Public Domain (https://www.usgs.gov/policies)", null, [...free, "public-domain"]],
  [
    "U.S. Government Dataset (https://www.usa.gov/government-works)",
    null,
    [...free, "public-domain"],
  ],
  ["U.S. Government Dataset (https://resources.data.gov/open-licenses/)", null, ["unknown"]],
  ["MIT (with exceptions, ask me)", null, ["unknown"]],
  ["UNLICENSED", null, ["unknown"]],
  ["Not MIT", null, ["unknown"]],
  ["MIT-like, no commercial use", null, ["unknown"]],
  ["GPL-compatible?", null, ["unknown"]],
  ["BSD", null, ["unknown"]],
  ["proprietary", null, ["unknown"]],
];

test.each(written)("%s", (text, id, groups) => {
  const read = readLicense(text);
  expect(read.id).toBe(id);
  expect(read.terms.filter((term) => groups.includes(term)).sort()).toEqual(groups.toSorted());
  const allowed = ["open", "allows-commercial-use", "allows-derivatives", "public-domain"];
  expect(read.terms.filter((term) => allowed.includes(term) && !groups.includes(term))).toEqual([]);
});

test("a filter takes identifiers, families and groups, and nothing else", () => {
  expect(["CC-BY-4.0", "cc by", "ODbL", "open", "unknown", "GPL"].map(licenseTerm)).toEqual([
    ...["cc-by-4.0", "cc-by", "odbl-1.0", "open", "unknown", "gpl"],
  ]);
  expect(["free", "mine", "", "MIT OR ISC"].map(licenseTerm)).toEqual([null, null, null, null]);
});
