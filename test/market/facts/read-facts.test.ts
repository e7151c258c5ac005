/** The time and place that data cover, derived from the figures of profiles. */
import { describe, expect, test } from "bun:test";
import { placeCovered } from "../../../market/facts/place-covered.ts";
import { readFacts } from "../../../market/facts/read-facts.ts";
import { periodText } from "../../../market/facts/shown-time.ts";
import { timeCovered } from "../../../market/facts/time-covered.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { exampleProfile } from "../../support/example-profile.ts";

const [example] = exampleProfile.columns;
if (!example) throw new Error("the example has columns");
const plain: ColumnProfile = { ...example, min: null, max: null, histogram: null };
const column = (fields: Partial<ColumnProfile>): ColumnProfile => ({ ...plain, ...fields });
const days = (name: string, min: string, max: string, more: Partial<ColumnProfile> = {}) =>
  column({ name, type: "date", min, max, ...more });
const years = (name: string, min: number, max: number) =>
  column({ name, type: "integer", semantic_type: "year", min, max });
const bins = (counts: number[], ...edges: string[]) => ({
  time_histogram: { bin_edges: edges, counts, method: "exact" as const },
});

const times: [name: string, columns: ColumnProfile[], from: string | null, to: string | null][] = [
  ["one column", [days("date", "2012-01-01", "2015-12-31")], "2012-01-01", "2015-12-31"],
  [
    "an instant",
    [days("at", "2012-01-01T23:59:59.000Z", "2012-02-01T00:00:00Z")],
    "2012-01-01",
    "2012-02-01",
  ],
  ["years", [years("year", 1960, 2020)], "1960-01-01", "2020-12-31"],
  [
    "several columns are united",
    [days("start", "2011-05-01", "2012-01-01"), days("end", "2011-06-01", "2013-01-01")],
    ...["2011-05-01", "2013-01-01"],
  ] as [string, ColumnProfile[], string, string],
  [
    "a birth beside an event",
    [days("birthDate", "1930-01-01", "2001-01-01"), days("admitted", "2020-01-01", "2020-06-01")],
    "2020-01-01",
    "2020-06-01",
  ],
  ["a birth alone", [days("birth_date", "1930-01-01", "2001-01-01")], "1930-01-01", "2001-01-01"],
  [
    "an import beside an event",
    [days("imported_at", "2026-01-01", "2026-01-02"), days("day", "2001-01-01", "2002-01-01")],
    "2001-01-01",
    "2002-01-01",
  ],
  [
    "years of a withheld file",
    [days("day", "", "", { min: null, max: null, approximate: { min: "2011", max: "2013" } })],
    "2011-01-01",
    "2013-12-31",
  ],
  [
    "the epoch beside a gap",
    [
      days(
        "t",
        "1970-01-01",
        "2024-01-01",
        bins([3, 0, 0, 9], "1970-01-01", "1984-01-01", "1997-01-01", "2010-07-01", "2024-01-01"),
      ),
    ],
    "2010-07-01",
    "2024-01-01",
  ],
  [
    "the epoch without a gap",
    [
      days(
        "t",
        "1970-01-01",
        "2024-01-01",
        bins([3, 1, 2, 9], "1970-01-01", "1984-01-01", "1997-01-01", "2010-07-01", "2024-01-01"),
      ),
    ],
    "1970-01-01",
    "2024-01-01",
  ],
  ["a day that never comes", [days("valid", "2020-01-01", "9999-12-31")], null, null],
  ["text", [column({ name: "date", type: "string" })], null, null],
];

test.each(times)("time: %s", (_, columns, from, to) => {
  expect(timeCovered(columns)).toEqual(
    from === null || to === null ? null : expect.objectContaining({ from, to }),
  );
});

const approximate = (name: string, min: string, max: string) =>
  days(name, "", "", { min: null, max: null, approximate: { min, max } });

/** The format of a time shows its precision. */
const shown: [name: string, columns: ColumnProfile[], text: string][] = [
  ["exact days", [days("date", "2000-01-01", "2010-02-01")], "2000-01-01 to 2010-02-01"],
  [
    "a year column beside exact days",
    [years("year", 2000, 2010), days("date", "2000-01-01", "2010-02-01")],
    "2000-01-01 to 2010-02-01",
  ],
  [
    "a year column that reaches further",
    [days("published", "2020-03-01", "2020-04-01"), years("year", 1990, 2010)],
    "1990 to 2020",
  ],
  ["years", [years("year", 1960, 2020)], "1960 to 2020"],
  ["one year", [years("year", 1960, 1960)], "1960"],
  ["a paid file's years", [approximate("day", "2011", "2013")], "2011 to 2013"],
  [
    "a paid file's years and year column",
    [approximate("day", "2011", "2013"), years("year", 2011, 2012)],
    "2011 to 2013",
  ],
  ["months", [approximate("day", "2011-02", "2012-02")], "2011-02 to 2012-02"],
  [
    "months beside days within them",
    [approximate("a", "2011-02", "2012-02"), days("b", "2011-02-11", "2012-02-03")],
    "2011-02-11 to 2012-02-03",
  ],
];

test.each(shown)("time is shown as exactly as it is known: %s", (_, columns, text) => {
  const covered = timeCovered(columns);
  expect(
    periodText({
      covers_from: covered?.from ?? null,
      covers_to: covered?.to ?? null,
      covers_precision: covered?.precision ?? null,
    }),
  ).toBe(text);
});

test("the last day of a month is that of its year", () => {
  const months = timeCovered([approximate("day", "2011-02", "2012-02")]);
  expect(months).toEqual({ from: "2011-02-01", to: "2012-02-29", precision: "month" });
});

function points(
  west: number,
  south: number,
  east: number,
  north: number,
  more = {},
): ColumnProfile[] {
  const bounds = { min_lon: west, min_lat: south, max_lon: east, max_lat: north };
  const lat = { name: "lat", semantic_type: "latitude" as const, min: south, max: north, bounds };
  const lon = { name: "lon", semantic_type: "longitude" as const, min: west, max: east, bounds };
  return [column(lat), column({ ...lon, ...more })];
}

const withheld = (low: number | null, high: number | null) => ({
  ...{ min: null, max: null, bounds: null },
  ...{ approximate: { min: low, max: high }, withheld: ["extremes" as const, "bounds" as const] },
});
const ends = { bin_edges: [-180, -90, 0, 90, 180], counts: [5, 0, 0, 5], method: "exact" as const };
const farEnds = { bin_edges: [-179, -150, 150, 179], counts: [5, 0, 5], method: "exact" as const };

const places: [name: string, columns: ColumnProfile[], box: number[] | null][] = [
  ["a box", points(5, 47, 15, 55), [5, 47, 15, 55]],
  ["degrees beyond 180", points(177, -19, 182, -16), [177, -19, -178, -16]],
  ["all degrees from 0 to 360", points(0, -90, 360, 90), [-180, -90, 180, 90]],
  ["points of both ends", points(-179, 0, 179, 1, { histogram: farEnds }), [150, 0, -150, 1]],
  ["half of the earth", points(-180, 0, 180, 1, { histogram: ends }), [-180, 0, 180, 1]],
  ["metres", points(500_000, 5_000_000, 600_000, 5_100_000), null],
  ["two boxes", [...points(5, 47, 6, 48), ...points(8, 45, 9, 46)], [5, 45, 9, 48]],
  [
    "two boxes beside the antimeridian",
    [...points(170, 0, 175, 1), ...points(-175, 0, -170, 1)],
    [170, 0, -170, 1],
  ],
  [
    "a withheld box, rounded and clipped",
    [
      column({ name: "lat", semantic_type: "latitude", ...withheld(50, 100) }),
      column({ name: "lon", semantic_type: "longitude", ...withheld(0, 50) }),
    ],
    [0, 50, 50, 90],
  ],
  [
    "a withheld box of which nothing is told",
    [
      column({ name: "lat", semantic_type: "latitude", ...withheld(null, 100) }),
      column({ name: "lon", semantic_type: "longitude", ...withheld(0, 50) }),
    ],
    null,
  ],
];

test.each(places)("place: %s", (_, columns, box) => {
  const found = placeCovered([columns]);
  expect(found === null ? null : [found.west, found.south, found.east, found.north]).toEqual(box);
});

describe("a file of several tables", () => {
  const other = { ...exampleProfile, columns: [days("date", "1990-01-01", "1991-01-01")] };

  test("is told by all of them", async () => {
    const own = { ...exampleProfile, columns: points(13, 52, 14, 53) };
    const facts = await readFacts(own, [other]);
    expect(facts).toMatchObject({
      covers_from: "1990-01-01",
      bbox: [13, 52, 14, 53],
      countries: ["DE"],
    });
  });

  test("may hold personal data in its unread part", async () => {
    const table = { name: "t", path: "t.csv", is_default: false, rows: null, columns: null };
    const unread = {
      ...table,
      format: null,
      byte_size: 1,
      quality_score: null,
      parts: 1,
      part_paths: [],
    };
    const error = { code: "unknown_format", detail: "It is of no known format." };
    const own = { ...exampleProfile, tables: [{ ...unread, error }] };
    expect((await readFacts(own, [])).has_personal_data).toBeNull();
    expect((await readFacts(exampleProfile, [])).has_personal_data).toBe(false);
  });
});
