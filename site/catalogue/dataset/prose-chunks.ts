/** Cuts a long text into pieces that are rendered one at a time. Pure. */

/** A piece costs a few milliseconds at most, whatever stands in it. */
export const CHUNK_CHARS_MAX = 4000;

/**
 * Pieces of at most {@link CHUNK_CHARS_MAX} characters, which together are the text: cut at the last
 * blank line that fits, else at the last line's end, else anywhere.
 */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > CHUNK_CHARS_MAX) {
    const end = endOfChunk(rest.slice(0, CHUNK_CHARS_MAX));
    chunks.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...chunks, rest];
}

function endOfChunk(head: string): number {
  for (const cut of ["\n\n", "\n", " "]) {
    const at = head.lastIndexOf(cut);
    // What stands right at the start would be cut off in ever smaller pieces.
    if (at > head.length / 4) return at + cut.length;
  }
  // No half of a surrogate pair.
  return /[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length;
}
