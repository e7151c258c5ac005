/** Sizes of parts that a worker holds in memory while it passes a file on. */
import { UPLOAD_PARTS_MAX } from "../../market/listing/limits.ts";

const mebibyte = 1024 ** 2;
/** A file of at most this size is passed on in one piece. */
export const partBytesMin = 8 * mebibyte;

/** In whole mebibytes, so that the file has as many parts as a store takes, at most. */
export const partBytesFor = (byteSize: number): number =>
  Math.max(partBytesMin, Math.ceil(byteSize / UPLOAD_PARTS_MAX / mebibyte) * mebibyte);
