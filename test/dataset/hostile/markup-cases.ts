import { generated, type HostileCase, noSample, repeated, writeParts } from "./case.ts";

/** XML and HTML. */
export const markupCases: HostileCase[] = [
  {
    name: "an XML file with a billion laughs",
    made: "ten entities that each name the one before ten times",
    write: (path) =>
      writeParts(path, [
        '<!DOCTYPE lolz [<!ENTITY l0 "lol">',
        ...Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`),
        "]><lolz><a>&l9;</a><a>&l9;</a></lolz>",
      ]),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an XML file with a file of this machine as its entity",
    made: "an external entity",
    write: (path) =>
      writeParts(path, [
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><c>&b;</c><c>1</c></a>',
      ]),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an XML file nested a million times",
    made: "start tags only",
    write: (path) => writeParts(path, ["<?xml version='1.0'?>", ...repeated("<a>", 1_000_000)]),
    expect: noSample("malformed_file"),
  },
  {
    name: "an XML file with 20,000 names of elements",
    made: "a row of each",
    write: (path) =>
      writeParts(path, [
        "<a>",
        ...Array.from({ length: 20_000 }, (_, i) => `<b><c${i}>1</c${i}></b>`),
        "</a>",
      ]),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "an XML file with one endless element",
    made: "a text of 30 MB",
    write: (path) =>
      writeParts(path, ["<?xml version='1.0'?><a><b>", ...repeated("word ", 6_000_000)]),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "an HTML table whose cells span 1,000 columns and 65,534 rows",
    made: "20,000 rows",
    write: (path) =>
      writeParts(path, [
        "<table>",
        ...repeated("<tr><td colspan=1000 rowspan=65534>x", 1),
        ...repeated("<tr>", 20_000),
      ]),
    expect: noSample("sparse_cells_exceeded"),
  },
  {
    name: "an HTML page with a million tables in each other",
    made: "start tags only",
    write: (path) => writeParts(path, ["<html>", ...repeated("<table>", 1_000_000)]),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an HTML page that ends in a tag",
    made: "a table of two rows, and an attribute of 3 MB",
    write: (path) =>
      writeParts(path, [
        "<table><tr><td>a<td>b<tr><td>1<td>2<tr><td>3<td>4<tr title='",
        ...repeated("x", 3_000_000),
      ]),
    expect: generated("html", 2),
  },
];
