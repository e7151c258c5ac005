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

/**
 * Whether an error is a fault of the machine, such as a full disk, rather than of the file. Decided
 * by the call's errno, because a message may quote the file.
 */
export function isMachineFault(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    if ("code" in cause && faultCodes.has(String(cause.code))) return true;
    cause = cause.cause;
  }
  return false;
}
