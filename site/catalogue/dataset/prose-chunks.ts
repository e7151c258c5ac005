/** Cuts a long text into chunks that are rendered one at a time. Pure. */

/** Rendering a chunk takes a few milliseconds at most, whatever it contains. */
export const CHUNK_CHARS_MAX = 4000;

/**
 * Chunks of at most {@link CHUNK_CHARS_MAX} characters that together form the text. Each ends at
 * the last blank line that fits, else at the last line break, else anywhere.
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
    // Ignores a cut near the start, which would produce ever smaller chunks.
    if (at > head.length / 4) return at + cut.length;
  }
  // Never splits a surrogate pair.
  return /[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length;
}
