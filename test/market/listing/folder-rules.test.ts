/** Permitted file names in a folder, and the order and text of a manifest. */
import { expect, test } from "bun:test";
import {
  comparePaths,
  manifestText,
  nameFault,
  refusedFilesText,
} from "../../../market/listing/folder/rules.ts";

const refused: [path: string, code: string][] = [
  ["", "not_plain"],
  ["a//b", "not_plain"],
  ["a/../b", "not_plain"],
  ["./a", "not_plain"],
  ["/a", "absolute"],
  ["C:/a", "absolute"],
  ["a\\b", "backslash"],
  ["a\u0000b", "control_character"],
  ["a\u202eb", "control_character"],
  ["e\u0301.csv", "not_nfc"],
  ["\ud800.csv", "not_unicode"],
  ["x".repeat(256), "too_long"],
  [`${"abc/".repeat(300)}d`, "too_long"],
  [`${"a/".repeat(32)}b`, "too_deep"],
  ["data/NUL.csv", "reserved_name"],
  ["com1", "reserved_name"],
  ["a./b", "trailing_dot"],
  ["a ", "trailing_dot"],
];

test.each(refused)("the name %j is refused", (path, code) => {
  expect(nameFault(path)?.code).toBe(code);
});

test("names of real folders are taken", () => {
  const names = ["a.csv", "données/é.csv", "year=2024/part-0.parquet", "console.csv", ".hidden"];
  expect(names.map(nameFault)).toEqual(names.map(() => null));
});

test("a manifest is in the order of the bytes of its paths, as RFC 8785 writes it", () => {
  const paths = ["b", "a/b", "a", "\u{10000}", "\uffee", "é"];
  const byBytes = paths.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  expect(paths.toSorted(comparePaths)).toEqual(byBytes);
  const text = manifestText([{ path: 'a"b', byteSize: 2, sha256: "00" }]);
  expect(text).toBe(
    '{"files":[{"byte_size":2,"path":"a\\"b","sha256":"00"}],"manifest_version":1}',
  );
});

test("a folder's faults name its files, and count those beyond the limit", () => {
  const file = (path: string) => ({ path, detail: "it is gone." });
  expect(refusedFilesText([file("a.csv")])).toBe("a.csv: it is gone.");
  expect(refusedFilesText([file("a.csv"), file("b.csv"), file("c.csv")])).toBe(
    "a.csv: it is gone. Likewise: b.csv, c.csv.",
  );
  const long = Array.from({ length: 9 }, (_, index) => file(`${index}${"x".repeat(250)}`));
  expect(refusedFilesText(long)).toEndWith(", 6 more.");
});
