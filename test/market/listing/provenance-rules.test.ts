/** The licence as stored with a purchase, as a table. */
import { expect, test } from "bun:test";
import { readLicense } from "../../../market/facts/licenses.ts";
import { licenseAsSold } from "../../../market/listing/provenance/rules.ts";

const address = "https://example.com/terms";
const cases: [string | null, string | null, string | null][] = [
  [null, null, null],
  ["CC-BY-4.0", null, "CC-BY-4.0"],
  [null, address, address],
  [address, address, address],
  ["Our terms", address, `Our terms (${address})`],
];

test.each(cases)("%p with the address %p is sold as %p", (license, licenseUrl, sold) => {
  expect(licenseAsSold({ license, licenseUrl })).toBe(sold);
});

test("an identifier is known with an address behind it, too", () => {
  const sold = licenseAsSold({ license: "CC-BY-4.0", licenseUrl: address });
  expect(readLicense(sold).id).toBe("CC-BY-4.0");
});
