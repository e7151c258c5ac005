/** bzip2 and xz: whole files, in archives and Avro blocks, cut, damaged, and as bombs. */
import { afterAll, describe, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const bytesOf = (base64: string): Buffer => Buffer.from(base64, "base64");

/** `id,name` and 60 rows. */
const BZIP2_TABLE = bytesOf(
  "QlpoOTFBWSZTWQX0xxkAAO3ZAAAQQAR/4CYjMAC6QaT1TT0fqiZAKZMTIMjBk9Un+qUADT5xHYAAQAAAgAABAAACAN" +
    "ttttrhKIjuu653brdtboAAXB8gFQAqAXJYFygAAWsaShanGM3lKE3MzOpZuSzWt7d5LMxV4lgOlJYCrbMxVzFXMVZi" +
    "rzZbf3Nlt682W3my2/xdyRThQkAX0xxk",
);
const XZ_TABLE = bytesOf(
  "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AJVAIBdADSZAYWBkuq335gKR8qgbIGAP/mEbCtNIkrUUMUONCWApdmrrX" +
    "3eLGG/YvXpyaiiZD9v4ClmlKphyTCON3+WViH6r1L/2ghM0js2EW7S2k7hGLvjc/oDO+FBld/7CgltJZh5CJnuW0Aw" +
    "LxmKRJ/0NBYs9H+1aVtrpq8tLCK5CnT6ADq5kScIPvP0AAGcAdYEAADMZaeQscRn+wIAAAAABFla",
);

/** Two million zero bytes. */
const BZIP2_ZEROS = bytesOf("QlpoOTFBWSZTWYK4WkIAD1HgAMAAAACACCAAMMwJqmmKkhtVKSHi7kinChIQVwtIQA==");
const XZ_ZEROS = bytesOf(
  "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj/oR/AWBdAABv/f//o7f/Rz5IFXI5YVG4kijmo4YH+e7kHoLTL8U6PAFLsX" +
    "7JiopNL6MN2X+m44wjEVPgWRjFdYrid/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uI" +
    "EGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwX" +
    "BNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5f" +
    "qg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus" +
    "6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgEQQJeAAAACXppX4WPGKIAAfwCgIl6AJdZqA2x" +
    "xGf7AgAAAAAEWVo=",
);

/** Avro with bzip2 blocks: 200 rows, and a text of three million letters. */
const AVRO = bytesOf(
  "T2JqAQQWYXZyby5zY2hlbWHEAXsidHlwZSI6InJlY29yZCIsIm5hbWUiOiJyIiwiZmllbGRzIjpbeyJuYW1lIjoiaW" +
    "QiLCJ0eXBlIjoiaW50In0seyJuYW1lIjoibmFtZSIsInR5cGUiOiJzdHJpbmcifV19FGF2cm8uY29kZWMKYnppcDIA" +
    "ONoEqaEBpxAQYr/c2NSw9pAD5gdCWmg5MUFZJlNZtGuufAAAAH///VVVVVVVf1VVVVVVd1dVVVVVVVVVVVVVVVVVVV" +
    "VVVVVAAanAc45MTAmmTTBGJgEYTAjAEyMACYTTEYE9EPUY0DU9DQmEYgDR/qkZBiNBoGmmgZGgGE0f/qqgaMhk0DQN" +
    "NAyaNDIAaBpppoEqqmmP/1VUwJgAJgJgAACYTCMJgAAAAAAACMCA09VSh/5JPVQBkBoABoaABoAeoAB6RkZGQaAeoM" +
    "majRtT0EeURSvL19gb4mn/3TaNUAEIMXX6V7QN7Fk0bAPj7CxCC/u24FhDyC6df8GJl9/mZNnT/qZ9zfyd+z/5ERER" +
    "ETfAAAAAAAAAAAAAAAAAAEMhrgXdsv4IedwxHkDbh8ceT+My3Vq1QAAAAA8mHi+75/f9Z1Cp06QAAAAGF6PZ8a2NXs" +
    "Z9CpzpUgAAAApYvvrYeNk5Vn+0TmAAAAAVvrj8CvlZeb/pzmAAAAAZFf88b92LOfanOYAAAABl2P5ZzM3OtW5zmAAA" +
    "AAS29S6qXNR3e0kmSaIiIiOHAmTNAmTNAzMmgSZoiIiId3d3d3d3d9IkmSaItpJkmlKUraSZJqLlJMk1FEpSlDu7g4" +
    "ODg4ODg4J06dOnEREREREREREREREREREREREREREREREREd4u5IpwoSFo11z4ONoEqaEBpxAQYr/c2NSw9g==",
);
const AVRO_BOMB = bytesOf(
  "T2JqAQQWYXZyby5zY2hlbWHEAXsidHlwZSI6InJlY29yZCIsIm5hbWUiOiJyIiwiZmllbGRzIjpbeyJuYW1lIjoiaW" +
    "QiLCJ0eXBlIjoiaW50In0seyJuYW1lIjoibmFtZSIsInR5cGUiOiJzdHJpbmcifV19FGF2cm8uY29kZWMKYnppcDIA" +
    "yBw+gi1WKeppisWT8qkM8wKCAUJaaDkxQVkmU1kJjQKgAAAAwOmQAABAQAAACEAAAAEACCAAVEMAJqoNGZ6kCLnQQp" +
    "VrN+1SBHYXckU4UJAJjQKgyBw+gi1WKeppisWT8qkM8w==",
);

const codecs = [
  { compression: "bzip2", table: BZIP2_TABLE, zeros: BZIP2_ZEROS },
  { compression: "xz", table: XZ_TABLE, zeros: XZ_ZEROS },
];

describe.each(codecs)("$compression", ({ compression, table, zeros }) => {
  test("a table is read, and so are several members behind one another", async () => {
    const report = await profileBytes(folder.path, table);
    expect(report).toMatchObject({ outcome: "generated", format: "csv", compression });
    const { profile } = generated(report);
    expect(typesOf(profile)).toEqual(["id:integer", "name:string"]);
    expect(profile.row_count).toBe(60);
    const twice = generated(await profileBytes(folder.path, Buffer.concat([table, table])));
    expect(twice.profile.row_count).toBe(121);
  });

  test("a file that is cut off is refused in our words", async () => {
    const report = await profileBytes(folder.path, table.subarray(0, table.length - 20));
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
    if (report.outcome !== "no_sample") return;
    expect(report.error.detail).toMatch(
      new RegExp(`^The ${compression} (file is truncated|data is damaged)`),
    );
  });

  test("a flipped byte is found", async () => {
    const flipped = Buffer.from(table);
    const at = table.length >> 1;
    flipped[at] = (flipped[at] ?? 0) ^ 0x55;
    const report = await profileBytes(folder.path, flipped);
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  });

  test("a bomb is refused by its size and by its ratio", async () => {
    const size = { decompressedBytesMax: 500_000 };
    const bySize = await profileBytes(folder.path, zeros, { limits: size });
    expect(bySize).toMatchObject({ error: { code: "decompressed_bytes_exceeded" } });
    const ratio = { decompressedBytesFree: 1000 };
    const byRatio = await profileBytes(folder.path, zeros, { limits: ratio });
    expect(byRatio).toMatchObject({ error: { code: "decompression_ratio_exceeded" } });
  });
});

test("Avro blocks of bzip2 are read, within the limit of a block", async () => {
  const { profile } = generated(await profileBytes(folder.path, AVRO));
  expect(typesOf(profile)).toEqual(["id:integer", "name:string"]);
  expect(profile.row_count).toBe(200);
  const limits = { batchBytesMax: 1_000_000 };
  const bomb = await profileBytes(folder.path, AVRO_BOMB, { limits });
  expect(bomb).toMatchObject({ outcome: "no_sample", error: { code: "batch_bytes_exceeded" } });
});
