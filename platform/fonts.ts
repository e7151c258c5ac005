/** The fonts that pictures and PDF files use. They come from a package: a server needs none of its own. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = join(
  dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")),
  "ttf",
);

export const faces = { plain: "DejaVuSans", bold: "DejaVuSans-Bold" } as const;
export type Face = keyof typeof faces;

export const fontFile = (face: Face): string => join(folder, `${faces[face]}.ttf`);
