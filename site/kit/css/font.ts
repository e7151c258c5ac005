/** The typeface: Inter (SIL Open Font License), one variable file with the Latin characters. */
import { readFileSync } from "node:fs";

const file = import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");

export const siteFont = new Uint8Array(readFileSync(new URL(file)));

/** `address`: where the site serves the file. The range is the file's own. */
export const fontFace = (address: string): string => `
@font-face {
  font-family: "Inter Variable"; font-weight: 100 900; font-display: swap;
  src: url("${address}") format("woff2");
  unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304,
    U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD;
}`;
