/**
 * Delimited files that others wrote for other programs, and the table each holds
 * ([corpus.md](corpus.md)).
 */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./support/dataset-files.ts";
import { readDelimited } from "./support/read-delimited.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const FOLDER = join(import.meta.dirname, "fixtures/delimited");

type Case = {
  file: string;
  /** Its package and licence. */
  source: string;
  /** According to its own documentation and a count of its lines. */
  rows: number;
  names: string[] | null;
  columns: number;
  first: string[];
};

const sklearn = "Debian python3-sklearn 1.2.1, BSD-3";
const gdal = "Debian gdal-data 3.6.2, MIT";
const astropy = "Debian python3-astropy 5.2.1, BSD-3";
const statsmodels = "Debian python3-statsmodels 0.13.5, BSD-3";
const pandas = "Debian python3-pandas 1.5.3, BSD-3";
const tzdata = "Debian tzdata 2025b, public domain";
const vectorAr = `${statsmodels}, tsa/vector_ar/tests/results, examples of Lütkepohl's book`;
const libpysal = "Debian python3-libpysal 4.7.0, BSD-3";
const biopython = "Debian python-biopython-doc 1.80, BSD-3";
const bedtools = "Debian bedtools-test 2.30.0, MIT";
const spectrum = "npm csv-spectrum 2.0.0, BSD-2, its own JSON beside it";
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
  {
    file: "iris.csv",
    source: `${sklearn}: a line of counts and classes, as wide as the data`,
    rows: 150,
    columns: 5,
    names: null,
    first: ["5.1", "3.5", "1.4", "0.2", "0"],
  },
  {
    file: "wine_data.csv",
    source: `${sklearn}: a line of counts and classes, narrower than the data`,
    rows: 178,
    columns: 14,
    names: null,
    first: "14.23,1.71,2.43,15.6,127,2.8,3.06,0.28,2.29,5.64,1.04,3.92,1065,0".split(","),
  },
  {
    file: "linnerud_exercise.csv",
    source: `${sklearn}: single blanks`,
    rows: 20,
    columns: 3,
    names: ["Chins", "Situps", "Jumps"],
    first: ["5", "162", "60"],
  },
  {
    file: "ozi_ellips.csv",
    source: `${gdal}: comments below the header`,
    rows: 30,
    columns: 4,
    names: ["ELLIPSOID_CODE", "NAME", "A", "INVF"],
    first: ["0", "Airy 1830", "6377563.396", "299.3249646"],
  },
  {
    file: "s57agencies.csv",
    source: `${gdal}: a header after #, and commas in names without quotes`,
    rows: 248,
    columns: 5,
    names: ["AgencyID", "Token", "Code", "AgencyName", "column_5"],
    first: ["1", "AE", "530", "Ministry of Communications", " United Arab Emirates"],
  },
  {
    file: "gt_datum.csv",
    source: `${gdal}: rows that leave out their last cells, and a quote that is never closed`,
    rows: 228,
    columns: 17,
    names: (
      "CODE NAME ELLIPSOID DELTAX SIGMAX DELTAY SIGMAY DELTAZ SIGMAZ NORTH SOUTH WEST EAST " +
      "ROTX ROTY ROTZ SCALE"
    ).split(" "),
    first: "ADI-M|ADINDAN, Mean|CD|-166|5|-15|5|204|3|-5|31|15|55||||".split("|"),
  },
  {
    file: "s57expectedinput.csv",
    source: `${gdal}, its first rows: some cells in quotes, one letter of windows-1252`,
    rows: 95,
    columns: 3,
    names: ["Code", "ID", "Meaning"],
    first: ["2", "1", "stake, pole, perch, post"],
  },
  {
    file: "lp944-20.dat",
    source: `${astropy}: columns as wide as each other, padded with blanks`,
    rows: 18,
    columns: 2,
    names: null,
    first: ["6476.09", "0.342236"],
  },
  {
    file: "Leap_Second.dat",
    source: `${astropy}: comments above, columns padded with blanks`,
    rows: 28,
    columns: 5,
    names: null,
    first: ["41317.0", "1", "1", "1972", "10"],
  },
  {
    file: "spector.csv",
    source: `${statsmodels}: single blanks, names in single quotes`,
    rows: 32,
    columns: 5,
    names: ["OBS", "GPA", "TUCE", "PSI", "GRADE"],
    first: ["1", "2.66", "20", "0", "0"],
  },
  {
    file: "test_coint.csv",
    source: `${statsmodels}, its first rows: numbers of Matlab, padded with blanks`,
    rows: 40,
    columns: 8,
    names: null,
    first: [283, 99, 565, 120, 312, 481, 92, 697].map(
      (value) => `${value.toExponential(7).replace(/\+(\d)$/, "+0$1")}`,
    ),
  },
  {
    file: "fixed_width_format.txt",
    source: `${pandas}: columns padded with blanks, two rows`,
    rows: 2,
    columns: 3,
    names: ["A", "B", "C"],
    first: ["1", "2", "3"],
  },
  {
    file: "e1.dat",
    source: `${vectorAr}: a comment as in C, then the first quarter; quarters from 1960 to 1982`,
    rows: 92,
    columns: 3,
    names: ["invest", "income", "cons"],
    first: ["180", "451", "415"],
  },
  {
    file: "e2.dat",
    source: `${vectorAr}: as many words in the line of the first quarter as columns; 1947 to 1972`,
    rows: 104,
    columns: 2,
    names: ["y1", "y2"],
    first: ["69.6", "0.1"],
  },
  {
    file: "e4.dat",
    source: `${vectorAr}: quarters from 1960 to 1987`,
    rows: 112,
    columns: 2,
    names: ["inc", "cons"],
    first: ["1684.6080", "1505.3198"],
  },
  {
    file: "e6.dat",
    source: `${vectorAr}: a comment of nine lines with parentheses; 1972Q2 to 1998Q4`,
    rows: 107,
    columns: 2,
    names: ["Dp", "R"],
    first: ["-0.00313258", "0.083"],
  },
  {
    file: "stl_hom.txt",
    source: `${libpysal}: the counts of rows and columns above the header, as GeoDa writes them`,
    rows: 78,
    columns: 4,
    names: ["FIPSNO", "HR8488", "HR8893", "HC8488"],
    first: ["17107", "1.290722", "1.624458", "2"],
  },
  {
    file: "values3_case.header.bed",
    source: `${bedtools}: names after #`,
    rows: 12,
    columns: 6,
    names: ["chrom", "start", "end", "A", "B", "C"],
    first: ["chr1", "0", "10", "a1", "10", "+"],
  },
  {
    file: "noPosvalues.header.bed",
    source: `${bedtools}: names of one letter after #`,
    rows: 12,
    columns: 8,
    names: ["L", "chrom", "start", "end", "A", "B", "C", "D"],
    first: ["l", "chr1", "0", "10", "a1", "10", "+", "a"],
  },
  {
    file: "escaped_quotes.csv",
    source: spectrum,
    rows: 2,
    columns: 2,
    names: ["a", "b"],
    first: ["1", 'ha "ha" ha'],
  },
  {
    file: "quotes_and_newlines.csv",
    source: spectrum,
    rows: 2,
    columns: 2,
    names: ["a", "b"],
    first: ["1", 'ha \n"ha" \nha'],
  },
  {
    file: "newlines_crlf.csv",
    source: spectrum,
    rows: 3,
    columns: 3,
    names: ["a", "b", "c"],
    first: ["1", "2", "3"],
  },
  {
    file: "comma_in_quotes.csv",
    source: spectrum,
    rows: 1,
    columns: 5,
    names: ["first", "last", "address", "city", "zip"],
    first: ["John", "Doe", "120 any st.", "Anytown, WW", "08123"],
  },
];

/** Shapes of bedtools and vcftools files that were once misread, with invented content. */
describe("a table without a header", () => {
  const read = async (content: string): Promise<Awaited<ReturnType<typeof readDelimited>>> => {
    const filePath = join(folder.path, "table.txt");
    writeFileSync(filePath, content);
    return await readDelimited(filePath);
  };

  test("whose first row is a range: two integers are no names in equal steps", async () => {
    const rows = Array.from({ length: 50 }, (_, i) => `chrX\t${840 + i * 7}\t${40278 + i * 91}`);
    const table = await read(`${rows.join("\n")}\n`);
    expect(table).toMatchObject({ names: null, columns: 3 });
    expect(table.rows).toHaveLength(50);
  });

  test("whose tabs divide lists with more semicolons than there are tabs", async () => {
    const list = "TOOL=A;TYPE=DEL;LEN=-389,-4611;END=253195;STR=5;IMPRECISE;POS=-2,1;SUP=4;EV=PE";
    const rows = Array.from({ length: 4 }, (_, i) => `19\t${252806 + i}\tx\tG\t<DEL>\t${list}`);
    const table = await read(`${rows.join("\n")}\n`);
    expect(table).toMatchObject({ columns: 6 });
    expect(table.rows[0]?.at(-1)).toBe(list);
  });

  test("whose first row repeats a code that begins with a digit: normal forms of Unicode", async () => {
    const forms = ["1E0A;1E0A;0044 0307", "1E0C;1E0C;0044 0323", "00C0;00C0;0041 0300"];
    const table = await read(`${forms.join("\n")}\n`);
    expect(table).toMatchObject({ names: null, columns: 3 });
    expect(table.rows).toHaveLength(3);
  });

  test("whose first row says that all is missing, over numbers", async () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      i < 2 ? "nan nan nan" : `${i}.25 ${i + 1}.5 ${i * 3}.75`,
    );
    const table = await read(`${rows.join("\n")}\n`);
    expect(table).toMatchObject({ names: null, columns: 3 });
    expect(table.rows).toHaveLength(40);
  });

  test("whose first row of numbers comes again: it is no header, and no table begins", async () => {
    const row = (i: number): string => `5.18537${i}e-02,-3.23463${i}e-01,8.561043${i}e+00`;
    const rows = Array.from({ length: 60 }, (_, i) => row(i % 20 === 3 ? 0 : i));
    const table = await read(`${rows.join("\n")}\n`);
    expect(table).toMatchObject({ names: null, columns: 3 });
    expect(table.rows).toHaveLength(60);
  });
});

/** Its names are protein accessions, and its other column their sequences. */
test(`NC_005816.tsv of ${biopython} has ten proteins and no header`, async () => {
  const table = await readDelimited(join(FOLDER, "NC_005816.tsv"));
  expect(table).toMatchObject({ names: null, columns: 2 });
  expect(table.rows.map(([name]) => name?.slice(0, 12))).toHaveLength(10);
  expect(table.rows[0]?.[0]).toBe("gi|45478712|ref|NP_995567.1|");
});

describe("a file of a Debian package or of npm", () => {
  test.each(cases)("is the table that its documentation tells: $file, $source", async (given) => {
    const table = await readDelimited(join(FOLDER, given.file));
    expect(table.failure).toBeUndefined();
    expect(table.names).toEqual(given.names);
    expect(table.columns).toBe(given.columns);
    expect(table.rows).toHaveLength(given.rows);
    expect(table.rows[0]).toEqual(given.first);
  });
});
