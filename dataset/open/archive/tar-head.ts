/** Recognises a tar archive without loading the library that reads it. */

const tarBlockBytes = 512;

/** Whether bytes begin a tar archive, which requires a correct checksum of the first header. */
export function isTarHead(head: Uint8Array): boolean {
  if (head.length < tarBlockBytes) return false;
  const stored = Number.parseInt(Buffer.from(head.subarray(148, 156)).toString("latin1"), 8);
  let sum = 0;
  for (let i = 0; i < tarBlockBytes; i++) {
    sum += i >= 148 && i < 156 ? 32 : (head[i] as number);
  }
  return head[0] !== 0 && stored === sum;
}
