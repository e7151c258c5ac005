/** Unpacks LZF (Marc Lehmann's LibLZF), which h5py uses as a filter. */
import { fault } from "./cursor.ts";

const literalMax = 32;

/** At most `bytesMax` bytes; throws for anything else. */
export function unpackLzf(packed: Buffer, bytesMax: number): Buffer<ArrayBuffer> {
  const out = Buffer.alloc(bytesMax);
  let to = 0;
  for (let at = 0; at < packed.length; ) {
    const control = packed[at++] as number;
    if (control < literalMax) {
      const length = control + 1;
      if (at + length > packed.length || to + length > bytesMax) throw fault();
      packed.copy(out, to, at, at + length);
      at += length;
      to += length;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += packed[at++] ?? 0;
    length += 2;
    const from = to - ((control & 31) << 8) - (packed[at++] ?? 0) - 1;
    if (at > packed.length || from < 0 || to + length > bytesMax) throw fault();
    // Byte by byte, because a repetition may overlap itself.
    for (let i = 0; i < length; i++) out[to + i] = out[from + i] as number;
    to += length;
  }
  return out.subarray(0, to);
}
