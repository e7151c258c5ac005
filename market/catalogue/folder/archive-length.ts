/** How long the zip file of a folder will be, counted file by file. Pure. */

const endBytes = 22;
/** The second end record with its locator, of an archive that passes four gigabytes. */
const longEndBytes = 76;
/** Local header and data descriptor; the entry in the directory is as long. */
const entryBytes = 46;
const longBytes = 0xffffffff;

/**
 * As client-zip's `predictLength` counts, which takes all files at once and so would hold the event
 * loop. Names are in UTF-8, contents stored as they are.
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
