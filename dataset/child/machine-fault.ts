/** Tells a fault of the machine, such as a full disk, from one of the file or of this program. */

const faultCodes = new Set([
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EROFS",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ESTALE",
]);
const causesMax = 5;

/** By the errno of the call that failed; a message may quote the file and proves nothing. */
export function isMachineFault(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    if ("code" in cause && faultCodes.has(String(cause.code))) return true;
    cause = cause.cause;
  }
  return false;
}
