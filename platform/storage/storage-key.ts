/**
 * Checks object keys and content types. They come from our own code, but a mistake there must not
 * become a path outside the store or a forged header.
 */
const KEY_LENGTH_MAX = 512;
const KEY_SEGMENT_LENGTH_MAX = 128;
const KEY_SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/;
const MULTIPART_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const PART_NUMBER_MAX = 10_000;

/** True for a relative path of plain segments: letters, digits, `.`, `_`, `-`, no `..`. */
export function isStorageKey(key: string): boolean {
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) return false;
  return key
    .split("/")
    .every((segment) => segment.length <= KEY_SEGMENT_LENGTH_MAX && KEY_SEGMENT.test(segment));
}

/** Throws a TypeError for a key that {@link isStorageKey} refuses. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
}

/** Throws a TypeError unless it is a folder of keys that ends in `/`. */
export function assertStoragePrefix(prefix: string): void {
  if (!prefix.endsWith("/")) throw new TypeError(`Not a prefix: ${JSON.stringify(prefix)}`);
  assertStorageKey(prefix.slice(0, -1));
}

/** Throws a TypeError for values that cannot be in a Content-Type header. */
export function assertContentType(contentType: string): void {
  if (!CONTENT_TYPE.test(contentType)) {
    throw new TypeError(`Not a content type: ${JSON.stringify(contentType)}`);
  }
}

/** Throws a RangeError unless the number is 1..{@link PART_NUMBER_MAX} (S3's limit). */
export function assertPartNumber(partNumber: number): void {
  if (Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= PART_NUMBER_MAX) return;
  throw new RangeError(`A part number is 1 to ${PART_NUMBER_MAX}, not ${partNumber}`);
}

/** True for ids that the disk store can have made; protects the path built from one. */
export function isMultipartId(multipartId: string): boolean {
  return MULTIPART_ID.test(multipartId);
}
