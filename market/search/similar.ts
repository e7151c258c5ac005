/** Where one looks for datasets like one that cannot be had. Pure. */

/** A path of the catalogue, for machines and people: its words only, none of them read as a filter or a mark. */
export function similarPath(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words === ""
    ? "/datasets"
    : `/datasets?${new URLSearchParams({ query: words, interpret: "false" })}`;
}
