/** Delimited files that others wrote, for other programs: which table each holds. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readOurs } from "../../bench/pollock/read-ours.ts";

const FOLDER = join(import.meta.dirname, "fixtures/delimited");

type Case = {
  file: string;
  /** The package that it comes from, and its licence. */
  source: string;
  /** As its own documentation and a count of its lines say. */
  rows: number;
  names: string[] | null;
  columns: number;
  first: string[];
};

const tzdata = "Debian tzdata 2025b, public domain";
const basePasswd = "Debian base-passwd 3.6.1, public domain";

const cases: Case[] = [
  {
    file: "iso3166.tab",
    source: `${tzdata}: names in the last line of the comments above`,
    rows: 249,
    columns: 2,
    names: ["code", "name of country, territory, area, or subdivision"],
    first: ["AD", "Andorra"],
  },
  {
    file: "zone1970.tab",
    source: `${tzdata}: names in a comment, the last column left out of most rows`,
    rows: 312,
    columns: 4,
    names: ["codes", "coordinates", "TZ", "comments"],
    first: ["AD", "+4230+00131", "Europe/Andorra", ""],
  },
  {
    file: "zone.tab",
    source: `${tzdata}: names in a comment, with several tabs between two of them`,
    rows: 418,
    columns: 4,
    names: ["code", "coordinates", "TZ", "comments"],
    first: ["AD", "+4230+00131", "Europe/Andorra", ""],
  },
  {
    file: "passwd.master",
    source: `${basePasswd}: colons, no header`,
    rows: 18,
    columns: 7,
    names: null,
    first: ["root", "*", "0", "0", "root", "/root", "/bin/bash"],
  },
  {
    file: "group.master",
    source: `${basePasswd}: colons, no header, an empty last column`,
    rows: 38,
    columns: 4,
    names: null,
    first: ["root", "*", "0", ""],
  },
];

describe("a file of a Debian package", () => {
  test.each(cases)("is the table that its documentation tells: $file, $source", async (given) => {
    const table = await readOurs(join(FOLDER, given.file));
    expect(table.failure).toBeUndefined();
    expect(table.names).toEqual(given.names);
    expect(table.columns).toBe(given.columns);
    expect(table.rows).toHaveLength(given.rows);
    expect(table.rows[0]).toEqual(given.first);
  });
});
