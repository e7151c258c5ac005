/** The label of a picture in an archive: the folder that holds it. Pure. */

const labelCharsMax = 60;

/** Null for a picture in no folder, or in one with a name too long for a label. */
export function labelOf(name: string): string | null {
  const label = name.split("/").at(-2) ?? "";
  return label === "" || label.length > labelCharsMax ? null : label;
}
