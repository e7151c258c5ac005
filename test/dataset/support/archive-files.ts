/** Archives and pictures generated for tests. */
import { crc32, deflateSync } from "node:zlib";
import {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from "@zip.js/zip.js";
import sharp from "sharp";
import { type Header, pack } from "tar-stream";

type Content = string | Uint8Array;
export type Files = Readonly<Record<string, Content>>;

const bytesOf = (content: Content): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

/** A zip file of files by name; a second value holds options per name. */
export async function zipOf(
  files: Files,
  options: Readonly<Record<string, ZipWriterAddDataOptions>> = {},
): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) {
    await zip.add(name, new Uint8ArrayReader(bytesOf(content)), options[name] ?? {});
  }
  return Buffer.from(await zip.close());
}

/** A tar file of files by name, and of further headers without content. */
export async function tarOf(
  files: Files,
  special: readonly (Partial<Header> & { name: string })[] = [],
): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files))
    tar.entry({ name }, Buffer.from(bytesOf(content)));
  for (const header of special) tar.entry(header);
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export type PictureFormat = "jpeg" | "png" | "webp" | "gif" | "tiff" | "avif";

/** A picture of one colour chosen by `seed`, with an EXIF text. */
export async function pictureOf(
  width: number,
  height: number,
  seed: number,
  format: PictureFormat = "png",
): Promise<Buffer> {
  const background = { r: (seed * 67) % 256, g: (seed * 31) % 256, b: (seed * 151) % 256 };
  return await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "EXIF of the seller" } })
    .toFormat(format)
    .toBuffer();
}

/** A black PNG with one bit per pixel: few bytes, however many pixels. */
export function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Pictures `p0.png`, `p1.png`, … that all differ. */
export async function picturesOf(count: number): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let i = 0; i < count; i++) files[`p${i}.png`] = await pictureOf(20 + i, 30, i);
  return files;
}

/** A zip whose entry's directory header was changed by `edit`. */
export function withDirectoryEdited(zip: Buffer, edit: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; ) {
    edit(copy.subarray(at));
    at = copy.indexOf("PK\x01\x02", at + 4, "latin1");
  }
  return copy;
}

/**
 * An uncompressed zip file of up to 65,535 entries, whose names may repeat. With a library tens of
 * thousands take half a minute.
 */
export function storedZipOf(
  entries: readonly (readonly [name: string, content: Content])[],
): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of entries) {
    const name = Buffer.from(path);
    const body = Buffer.from(bytesOf(content));
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(20, 6);
    header.writeUInt32LE(crc32(body), 16);
    header.writeUInt32LE(body.length, 20);
    header.writeUInt32LE(body.length, 24);
    header.writeUInt16LE(name.length, 28);
    header.writeUInt32LE(offset, 42);
    directory.push(header, name);
    const beginning = Buffer.alloc(30);
    beginning.writeUInt32LE(0x04034b50, 0);
    header.copy(beginning, 4, 6, 30);
    local.push(beginning, name, body);
    offset += beginning.length + name.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}
