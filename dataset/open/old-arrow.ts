/**
 * Recognises Arrow streams from before 0.15, which begin with a length and have no magic number.
 */

const headBytesMin = 32;
const schemaBytesMax = 16 * 1024 * 1024;
const schemaKind = 1;
/** Index of the message's type in its list of fields. */
const kindSlot = 6;

/** Whether a file begins with the length of a message that is a schema. */
export function isOldArrowStream(head: Buffer): boolean {
  if (head.length < headBytesMin) return false;
  const metadataBytes = head.readUInt32LE(0);
  if (metadataBytes < headBytesMin || metadataBytes > schemaBytesMax) return false;
  if ((metadataBytes + 4) % 8 !== 0) return false;
  const table = 4 + head.readUInt32LE(4);
  if (table + 4 > head.length) return false;
  const list = table - head.readInt32LE(table);
  if (list < 8 || list + kindSlot + 2 > head.length) return false;
  if (head.readUInt16LE(list) <= kindSlot) return false;
  return head[table + head.readUInt16LE(list + kindSlot)] === schemaKind;
}
