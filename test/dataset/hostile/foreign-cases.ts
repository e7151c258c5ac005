import { blackPng } from "../support/archive-files.ts";
import { bytes, generated, type HostileCase, noise, noSample } from "./case.ts";

const hex = (digits: string): Buffer => Buffer.from(digits, "hex");

/** Files of other kinds, some with the name of a table. */
export const foreignCases: HostileCase[] = [
  {
    name: "an error page",
    made: "HTML, said to be csv",
    hint: "csv",
    write: bytes("<!DOCTYPE html><html><body><h1>502, Bad Gateway</h1></body></html>\n"),
    expect: noSample("unsupported_format"),
  },
  {
    name: "XML with an entity bomb",
    made: "a billion laughs",
    write: bytes(
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">',
      ...Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`),
      "]><l>&a8;</l>",
    ),
    expect: noSample("unsupported_format"),
  },
  {
    name: "a PDF",
    made: "its head and noise, said to be csv",
    hint: "csv",
    write: bytes("%PDF-1.7\n%", hex("e2e3cfd3"), "\n", noise(5000)),
    expect: noSample("unsupported_format"),
  },
  {
    name: "a program for Linux",
    made: "an ELF head and noise",
    write: bytes(hex("7f454c46020101000000000000000000"), noise(5000)),
    expect: noSample("unsupported_format"),
  },
  {
    name: "a program for Windows",
    made: "an MZ head and noise, said to be parquet",
    hint: "parquet",
    write: bytes("MZ", noise(5000)),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an SQLite database",
    made: "its head and noise",
    write: bytes("SQLite format 3\0", noise(5000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "a film",
    made: "an MP4 head and noise",
    write: bytes(hex("0000001c667479706d703432000000016d70343269736f6d"), noise(5000)),
    expect: noSample("unsupported_format"),
  },
  {
    name: "a picture that is called csv",
    made: "a PNG",
    hint: "csv",
    write: bytes(blackPng(10, 10)),
    expect: noSample("single_image"),
  },
  {
    name: "noise",
    made: "1 MB, said to be csv",
    hint: "csv",
    write: bytes(noise(1_000_000)),
    expect: noSample("unknown_format"),
  },
  {
    name: "noise called parquet",
    made: "`PAR1`, noise and `PAR1`",
    write: bytes("PAR1", noise(100_000), "PAR1"),
    expect: noSample("parquet_footer_exceeded"),
  },
  {
    name: "text called parquet",
    made: "a CSV file, said to be parquet",
    hint: "parquet",
    write: bytes("a,b\n", "1,2\n".repeat(100)),
    expect: generated("csv", 100, { alerts: ["format_mismatch"] }),
  },
  {
    name: "JSON called csv",
    made: "JSON lines, said to be csv",
    hint: "csv",
    write: bytes('{"a":1}\n'.repeat(100)),
    expect: generated("jsonl", 100, { alerts: ["format_mismatch"] }),
  },
];
