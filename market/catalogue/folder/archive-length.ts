/** Computes the length of a folder's zip file in advance. Pure. */

const endBytes = 22;
/** The Zip64 end record with its locator, for an archive above four gigabytes. */
const longEndBytes = 76;
/** Local header and data descriptor; the directory entry has the same length. */
const entryBytes = 46;
const longBytes = 0xffffffff;

/**
 * The same result as client-zip's `predictLength`, which takes all files at once and would block the
 * event loop. Names are in UTF-8; contents are stored uncompressed.
 */
export class ArchiveLength {
  #contents = 0;
  #directory = endBytes;
  #isLong = false;

  add({ path, byteSize }: { path: string; byteSize: number }): void {
    const nameBytes = Buffer.byteLength(path);
    const isLong = byteSize >= longBytes;
    const isFar = this.#contents >= longBytes;
    this.#contents += nameBytes + entryBytes + byteSize + (isLong ? 8 : 0);
    this.#directory += nameBytes + entryBytes + ((isFar ? 12 : 0) | (isLong ? 28 : 0));
    this.#isLong ||= isLong;
  }

  get bytes(): number {
    const isLong = this.#isLong || this.#contents >= longBytes;
    return this.#contents + this.#directory + (isLong ? longEndBytes : 0);
  }
}
