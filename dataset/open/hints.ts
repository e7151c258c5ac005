import { formatsByHint, type ReadFormat } from "../../market/profile/formats.ts";

const compressedHint = /\.(gz|gzip|zst|zstd|bz2|xz)$/;

/** The format for a hint, or null if there is none or it is unknown. */
export function formatOfHint(hint: string | null): ReadFormat | null {
  if (!hint) return null;
  const name = hint.trim().toLowerCase().replace(compressedHint, "");
  return formatsByHint.get(name.replace(/^\./, "")) ?? null;
}
