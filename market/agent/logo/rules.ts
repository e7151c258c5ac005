/** Which files may be a seller's logo, and where it is stored. Pure. */
import { SELLER_LOGO_BYTES_MAX, SELLER_LOGO_EDGE_PIXELS_MAX } from "../limits.ts";

export const logoKey = (logoId: string): string => `logos/${logoId}`;

/** By its first bytes, whatever its name says; a decoder checks the rest. */
function isLogoKind(bytes: Uint8Array): boolean {
  const starts = (signature: readonly number[], from = 0) =>
    signature.every((byte, index) => bytes[from + index] === byte);
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const riff = [0x52, 0x49, 0x46, 0x46];
  const webp = [0x57, 0x45, 0x42, 0x50];
  return starts(png) || starts([0xff, 0xd8, 0xff]) || (starts(riff) && starts(webp, 8));
}

/** Why these bytes are no logo; null if a decoder may try. */
export function logoFault(bytes: Uint8Array): string | null {
  if (bytes.byteLength === 0) return "is empty: choose a picture";
  if (bytes.byteLength > SELLER_LOGO_BYTES_MAX) {
    return `has more than ${SELLER_LOGO_BYTES_MAX} bytes`;
  }
  return isLogoKind(bytes) ? null : "is not a PNG, JPEG or WebP picture";
}

export const decodingFaults = {
  too_large: `has more than ${SELLER_LOGO_EDGE_PIXELS_MAX} pixels on a side`,
  unreadable: "cannot be read as a picture",
} as const;
