/** Pictures of strangers are decoded and encoded again in a child process. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { cleanPicture } from "../../../platform/pictures/clean-picture.ts";

setDefaultTimeout(60_000);

const limits = { edgePixelsMax: 4096, resultEdgePixels: 256, secondsMax: 20 };
const clean = (bytes: Uint8Array) => cleanPicture(bytes, limits);

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#c00" } });

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one colour and many pixels, which is small because it is all zeros. */
function bomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", new Uint8Array()),
  ]);
}

test("a picture becomes a small WebP without metadata, upright, its transparency kept", async () => {
  const jpeg = await red(800, 400)
    .withExif({ IFD0: { Copyright: "Somebody" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const cleaned = await clean(jpeg);
  if (cleaned.kind !== "clean") throw new Error(cleaned.kind);
  const { format, width, height, exif, orientation } = await sharp(cleaned.webp).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    ...{ format: "webp", width: 128, height: 256, exif: undefined, orientation: undefined },
  });
  const clear = await clean(await red(40, 40).png().toBuffer());
  if (clear.kind !== "clean") throw new Error(clear.kind);
  expect((await sharp(clear.webp).metadata()).width).toBe(40);
});

test("nothing of a polyglot's other contents is left", async () => {
  const png = await red(64, 64).png().toBuffer();
  const hidden = "<script>alert(1)</script>PK\u0003\u0004";
  const polyglot = Buffer.concat([png, Buffer.from(hidden)]);
  const cleaned = await clean(polyglot);
  if (cleaned.kind !== "clean") throw new Error(cleaned.kind);
  expect(Buffer.from(cleaned.webp).includes("script")).toBe(false);
});

test("bombs, vectors, other formats and damaged files are refused, and the next one is read", async () => {
  const png = await red(600, 600).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
  const given: [name: string, bytes: Uint8Array, kind: string][] = [
    ["a bomb", bomb(30_000), "too_large"],
    ["one pixel too wide", bomb(4097), "too_large"],
    ["the largest", bomb(4096), "clean"],
    ["svg", Buffer.from(svg), "unreadable"],
    ["gif", await red(9, 9).gif().toBuffer(), "unreadable"],
    ["tiff", await red(9, 9).tiff().toBuffer(), "unreadable"],
    ["cut off", png.subarray(0, png.length - 200), "unreadable"],
    ["only a signature", png.subarray(0, 8), "unreadable"],
    ["nothing", new Uint8Array(), "unreadable"],
    ["noise", crypto.getRandomValues(new Uint8Array(50_000)), "unreadable"],
    ["whole", png, "clean"],
  ];
  const found = await Promise.all(
    given.map(async ([name, bytes]) => [name, (await clean(bytes)).kind]),
  );
  expect(found).toEqual(given.map(([name, , kind]) => [name, kind]));
});

test("a decoder that takes too long is killed", async () => {
  const hurried = await cleanPicture(bomb(4096), { ...limits, secondsMax: 0.01 });
  expect(hurried.kind).toBe("unreadable");
});
