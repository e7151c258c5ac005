/** Numbers as SVG attributes, and paths of marks: short, because a page draws hundreds. */

/** At most one decimal: a tenth of a pixel. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** An upright bar from the base line; at least a pixel high if it stands for anything. */
export function barPath(x: number, width: number, base: number, height: number): string {
  return `M${short(x)} ${short(base)}v-${short(height)}h${short(width)}v${short(height)}z`;
}

/** A dot at each place, as lines of no length with round ends. */
export function dotsPath(places: readonly (readonly [x: number, y: number])[]): string {
  return places.map(([x, y]) => `M${short(x)} ${short(y)}h0`).join("");
}

const nameCharsMax = 60;

/** A column's name or value in a label: a name may have thousands of characters. */
export function shortName(name: string): string {
  if (name.length <= nameCharsMax) return name;
  return `${name.slice(0, nameCharsMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
