import { createHash } from "node:crypto";
import readExif from "exif-reader";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";

/** An image as described by its header, without decoding. */
export type Picture = {
  width: number;
  height: number;
  /** `jpeg`, `png`, `webp`, `gif`, `tiff` or `avif`. */
  format: string;
  bytes: number;
  /** Such as `srgb`, `b-w` or `cmyk`. */
  colourSpace: string;
  channels: number;
  /** Bytes per decoded pixel. */
  pixelBytes: number;
  /** True for more than one frame or page. */
  animated: boolean;
  /** Whether its metadata contains a location. */
  hasPosition: boolean;
  /** The first 64 bits of the content's SHA-256. */
  contentHash: bigint;
};

/** Why a file that should be an image cannot be shown. */
export type UnreadableReason = "empty" | "too_large" | "not_an_image" | "truncated" | "corrupt";

// Allow only these decoders: those for SVG, PDF and similar formats read other files or run code.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif"].map(
    (loader) => `VipsForeignLoad${loader}Buffer`,
  ),
});
sharp.cache(false);
sharp.concurrency(1);

const options: SharpOptions = { pages: 1, failOn: "truncated", limitInputPixels: false };

/** Opens an image without decoding it; the caller checks the header before it decodes. */
export function openPicture(bytes: Buffer): Sharp {
  return sharp(bytes, options);
}

const depthBytes: Readonly<Record<string, number>> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/** Reads an image's header without decoding the pixels. */
export async function readPicture(bytes: Buffer): Promise<Picture | UnreadableReason> {
  if (bytes.length === 0) return "empty";
  let metadata: Metadata;
  try {
    metadata = await openPicture(bytes).metadata();
  } catch (error) {
    return /unsupported image format/i.test(String(error)) ? "not_an_image" : "corrupt";
  }
  const { width, height, format, compression, channels = 3, depth = "uchar" } = metadata;
  if (!width || !height || (format === "heif" && compression !== "av1")) return "not_an_image";
  if (isCutOff(bytes, format)) return "truncated";
  return {
    width,
    height,
    format: format === "heif" ? "avif" : format,
    bytes: bytes.length,
    colourSpace: metadata.space ?? "unknown",
    channels,
    pixelBytes: channels * (depthBytes[depth] ?? 1),
    animated: (metadata.pages ?? 1) > 1 && format !== "tiff" && format !== "heif",
    hasPosition: holdsPosition(metadata.exif),
    contentHash: createHash("sha256").update(bytes).digest().readBigUInt64LE(),
  };
}

/** Larger EXIF blocks do not come from a camera. */
const exifBytesMax = 1024 * 1024;

/** Whether the EXIF data contains a location (EXIF 2.3, 4.6.6); damaged data contains none. */
function holdsPosition(exif: Buffer | undefined): boolean {
  if (!exif || exif.length > exifBytesMax) return false;
  try {
    const { GPSLatitude, GPSLongitude } = readExif(exif).GPSInfo ?? {};
    return GPSLatitude !== undefined && GPSLongitude !== undefined;
  } catch {
    return false;
  }
}

const tailBytes = 64 * 1024;
const pngEnd = Buffer.from("IEND");
const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Whether the format's end marker is missing; some formats have no marker. */
function isCutOff(bytes: Buffer, format: string | undefined): boolean {
  const tail = bytes.subarray(-tailBytes);
  switch (format) {
    case "jpeg":
      return !tail.includes(jpegEnd);
    case "png":
      return !tail.includes(pngEnd);
    case "gif":
      return !tail.includes(0x3b);
    case "webp":
      return bytes.readUInt32LE(4) + 8 > bytes.length;
    case "heif":
      return boxesEnd(bytes) > bytes.length;
    default:
      return false;
  }
}

/** Where the top-level boxes of an AVIF file end according to their sizes. */
function boxesEnd(bytes: Buffer): number {
  let at = 0;
  while (at + 16 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    const boxBytes = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    // A size of 0 means: to the end of the file.
    if (boxBytes < 8) return bytes.length;
    at += boxBytes;
  }
  return at;
}
