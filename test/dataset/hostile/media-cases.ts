/** Recordings and PDF files, each next to a sound one. */
import { deflateSync } from "node:zlib";
import { storedZipOf } from "../support/archive-files.ts";
import { pdfOf, wavOf } from "../support/media-files.ts";
import { bytes, generated, type HostileCase, noise } from "./case.ts";

const MEGA = 1_000_000;

const nextToPdf =
  (make: () => Buffer) =>
  (path: string): void =>
    bytes(
      storedZipOf([
        ["hostile.pdf", make()],
        ["sound.pdf", pdfOf(1)],
      ]),
    )(path);

/** A PDF file with a stream of objects. */
function packedPdf(object: Buffer): Buffer {
  const packed = deflateSync(Buffer.concat([Buffer.from("2 0 "), object])).subarray(0, MEGA);
  const head = "1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n";
  return Buffer.concat([Buffer.from(`%PDF-1.5\n${head}`), packed, Buffer.from("\nendobj\n")]);
}

const nextToWav =
  (name: string, make: () => Buffer) =>
  (path: string): void =>
    bytes(
      storedZipOf([
        [name, make()],
        ["sound.wav", wavOf({ seconds: 1, rateHz: 8000, channels: 1 })],
      ]),
    )(path);

const oneDamaged = (format: string) => generated(format, 1, { alerts: ["unread_parts"] });

export const mediaCases: HostileCase[] = [
  {
    name: "a PDF file nested a million times",
    made: "opening brackets",
    write: nextToPdf(() => Buffer.from(`%PDF-1.4\n1 0 obj\n${"[".repeat(MEGA)}`)),
    expect: oneDamaged("pdf"),
  },
  {
    name: "a PDF file whose pages are its pages",
    made: "a page tree with itself as a child",
    write: nextToPdf(() => Buffer.from(pdfOf(1).toString().replace("[3 0 R]", "[2 0 R]"))),
    expect: generated("pdf", 2),
  },
  {
    name: "a PDF file whose packed objects unpack without end",
    made: "100 MB of zeros in a stream of objects",
    write: nextToPdf(() => packedPdf(Buffer.alloc(100 * MEGA))),
    expect: oneDamaged("pdf"),
  },
  {
    name: "a PDF file with packed objects that are cut off",
    made: "a page tree, and a megabyte of noise after it",
    write: nextToPdf(() =>
      packedPdf(Buffer.concat([Buffer.from("<</Type/Pages/Count 3/Kids[]>>"), noise(MEGA)])),
    ),
    expect: generated("pdf", 2),
  },
  {
    name: "an MP3 file without a frame",
    made: "20 MB of ones, each a possible beginning",
    write: nextToWav("hostile.mp3", () => Buffer.alloc(20 * MEGA, 255)),
    expect: oneDamaged("audio"),
  },
  {
    name: "a WAV file of empty chunks",
    made: "two million",
    write: nextToWav("hostile.wav", () =>
      Buffer.concat([
        Buffer.from("RIFF\xff\xff\xff\x7fWAVE", "latin1"),
        Buffer.from("junk\0\0\0\0".repeat(2 * MEGA)),
      ]),
    ),
    expect: oneDamaged("audio"),
  },
];
