/** 7z archives that 7-Zip wrote, and hostile ones. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generated, makeFolder, profileBytes, profileFile } from "../support/dataset-files.ts";
import { partsOf, type SevenZipFile, sealed, sevenZipOf } from "../support/seven-zip-files.ts";

const fixtures = join(import.meta.dirname, "../fixtures/seven-zip");
const fixture = (name: string): Buffer => readFileSync(join(fixtures, name));

let folder: ReturnType<typeof makeFolder>;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const CSV = "id,mm\n1,2.5\n2,0\n3,7\n";
const sha256 = "a".repeat(64);

test.each(["lzma", "lzma2", "bzip2", "deflate", "copy", "delta"])(
  "a table packed by %s has its figures",
  async (method) => {
    const plain = generated(await profileFile(folder.path, join(fixtures, "rain.csv"), { sha256 }));
    const report = await profileFile(folder.path, join(fixtures, `${method}.7z`), { sha256 });
    expect(report).toMatchObject({ outcome: "generated", format: "csv", compression: "7z" });
    const { profile, sample } = generated(report);
    expect(profile.columns).toEqual(plain.profile.columns);
    expect(sample).toEqual(plain.sample);
  },
);

test("files that were packed together are tables of their own", async () => {
  const { profile } = generated(await profileBytes(folder.path, fixture("solid.7z")));
  expect(profile.tables?.map(({ name }) => name).sort()).toEqual(["places", "rain"]);
  expect(profile.documents?.map(({ kind }) => kind)).toEqual(["readme"]);
  expect(readdirSync(folder.path).filter((name) => name.startsWith("solid-"))).toEqual([]);
});

test.each([
  ["encrypted.7z", "archive_encrypted", "The 7z archive is encrypted."],
  ["encrypted-names.7z", "archive_encrypted", "The 7z archive is encrypted."],
  ["ppmd.7z", "unsupported_format", "the method PPMd; pack it again with LZMA2"],
  ["deflate64.7z", "unsupported_format", "the method Deflate64; pack it again with LZMA2"],
  ["bcj.7z", "unsupported_format", "the method BCJ; pack it again with LZMA2"],
  ["empty.7z", "empty_file", "The file has no bytes."],
])("%s is refused for what it is: %s", async (name, code, detail) => {
  const report = await profileBytes(folder.path, fixture(name));
  expect(report).toMatchObject({ outcome: "no_sample", error: { code } });
  expect(report.outcome === "no_sample" && report.error.detail).toContain(detail);
});

test("links are not followed, and names are no paths", async () => {
  const linked = generated(await profileBytes(folder.path, fixture("link.7z")));
  expect(linked.profile.row_count).toBe(4);
  expect(linked.profile.alerts).toContainEqual(
    expect.objectContaining({ code: "special_entries" }),
  );
  const named = sevenZipOf([{ name: "../../etc/rain.csv", content: CSV }]);
  const { profile } = generated(await profileBytes(folder.path, named));
  expect(profile.alerts).toContainEqual(expect.objectContaining({ code: "unsafe_names" }));
});

const petabyte = 2 ** 50;
/** LZMA with its properties: a dictionary of this many bytes. */
const lzmaOf = (dictionaryBytes: number): number[] => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(dictionaryBytes);
  return [0x23, 3, 1, 1, 5, 0x5d, ...size];
};
const rain = { name: "rain.csv", content: CSV };

test.each<[string, SevenZipFile[], string]>([
  ["states a petabyte", [{ ...rain, byteSize: petabyte }], "decompressed_bytes_exceeded"],
  ["states a bomb", [{ ...rain, byteSize: 2 ** 30 }], "decompression_ratio_exceeded"],
  ["states more than it holds", [{ ...rain, byteSize: 5000 }], "malformed_file"],
  ["states less than it holds", [{ ...rain, byteSize: 5 }], "malformed_file"],
  ["has another checksum", [{ ...rain, crc32: 1 }], "malformed_file"],
  ["needs 4 GB of memory", [{ ...rain, coder: lzmaOf(2 ** 32 - 1) }], "unsupported_format"],
  ["is not what its method reads", [{ ...rain, coder: lzmaOf(65_536) }], "malformed_file"],
  ["has an unknown method", [{ ...rain, coder: [4, 9, 9, 9, 9] }], "unsupported_format"],
  ["holds an archive", [{ name: "a.zip", content: "PK" }], "archive_nested"],
  ["holds nothing", [], "archive_without_data"],
])("an archive that %s is refused", async (_, files, code) => {
  const report = await profileBytes(folder.path, sevenZipOf(files));
  expect(report).toMatchObject({ outcome: "no_sample", error: { code } });
});

test("more entries than the limit are refused", async () => {
  const files = [1, 2, 3].map((i) => ({ name: `${i}.csv`, content: CSV }));
  const limits = { archiveEntriesMax: 2 };
  expect(await profileBytes(folder.path, sevenZipOf(files), { limits })).toMatchObject({
    error: { code: "archive_entries_exceeded" },
  });
});

describe("a damaged archive is refused or read", () => {
  test("cut anywhere", async () => {
    const whole = fixture("lzma2.7z");
    for (let i = 7; i < whole.length; i += 97) {
      const report = await profileBytes(folder.path, whole.subarray(0, i));
      expect(report).toMatchObject({ outcome: "no_sample" });
    }
  });

  const seed = Math.floor(Math.random() * 2 ** 31);
  test(`with other bytes in its header or its content (seed ${seed})`, async () => {
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >>> 8) % below;
    };
    for (let i = 0; i < 300; i++) {
      const { packed, header } = partsOf(Buffer.from(fixture("solid.7z")));
      const target = i % 3 === 0 ? packed : header;
      for (let k = 0; k <= random(3); k++) target[random(target.length)] = random(256);
      const limits = { decompressedBytesMax: 2 ** 28 };
      const report = await profileBytes(folder.path, sealed(packed, header), { limits });
      if (report.outcome === "no_sample") expect(report.error.detail).not.toContain("undefined");
    }
  }, 120_000);
});
