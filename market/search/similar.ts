/** Where to look for datasets similar to an unavailable one. Pure. */

/** A catalogue path, for programs and people, with only the title's words, none read as a filter or sign. */
export function similarPath(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words === ""
    ? "/datasets"
    : `/datasets?${new URLSearchParams({ query: words, interpret: "false" })}`;
}
