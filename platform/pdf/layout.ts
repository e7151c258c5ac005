/** Places a document's texts on A4 pages. Lengths are in points, and y counts upwards as in the file. */
import type { Face } from "../fonts.ts";
import { type Glyph, isMissing, type LoadedFont } from "./font.ts";
import type { PdfDocument, PdfSection } from "./pdf-document.ts";

export const page = { width: 595, height: 842 } as const;
const margin = { side: 50, top: 64, bottom: 64 } as const;
const labelWidth = 122;
const textWidth = page.width - 2 * margin.side;
const sizes = { small: 8, text: 9, heading: 11.5, title: 20 } as const;
const lineHeight = 1.45;
const colors = { text: "#1a2230", muted: "#5a6577", rule: "#d5dbe5" } as const;

export type PlacedLine = {
  left: number;
  y: number;
  face: Face;
  size: number;
  color: string;
  /** As it was written, in reading order. */
  text: string;
  glyphs: Glyph[];
};
type PlacedRule = { y: number; left: number; right: number; color: string };
export type PlacedPage = { lines: PlacedLine[]; rules: PlacedRule[] };

export type Fonts = Record<Face, LoadedFont>;
type Style = { face: Face; size: number; color: string };

const styles = {
  issuer: { face: "plain", size: sizes.text, color: colors.muted },
  title: { face: "bold", size: sizes.title, color: colors.text },
  heading: { face: "bold", size: sizes.heading, color: colors.text },
  label: { face: "plain", size: sizes.text, color: colors.muted },
  value: { face: "plain", size: sizes.text, color: colors.text },
  note: { face: "plain", size: sizes.text, color: colors.text },
  footer: { face: "plain", size: sizes.small, color: colors.muted },
} as const satisfies Record<string, Style>;

export function layOut(fonts: Fonts, document: PdfDocument): PlacedPage[] {
  const sheet = new Sheet(fonts);
  sheet.paragraph(document.issuer, styles.issuer);
  sheet.space(4);
  sheet.paragraph(document.title, styles.title);
  for (const section of document.sections) placeSection(sheet, section);
  if (sheet.isMissingGlyphs()) {
    sheet.space(14);
    sheet.paragraph(document.missingNote, styles.note);
  }
  return sheet.finish(document.footer);
}

function placeSection(sheet: Sheet, { title, rows, notes }: PdfSection): void {
  sheet.space(22);
  // A heading stays with the text that follows it.
  sheet.need(5 * sizes.text * lineHeight);
  sheet.paragraph(title, styles.heading);
  sheet.space(3);
  sheet.rule();
  sheet.space(7);
  for (const [label, value] of rows) sheet.row(label, value);
  for (const note of notes) {
    sheet.paragraph(note, styles.note);
    sheet.space(4);
  }
}

class Sheet {
  readonly #fonts: Fonts;
  readonly #pages: PlacedPage[] = [{ lines: [], rules: [] }];
  #y: number = page.height - margin.top;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  space(height: number): void {
    this.#y -= height;
  }

  /** Continues on a new page unless `height` is left on this one. */
  need(height: number): void {
    if (this.#y - height >= margin.bottom) return;
    this.#pages.push({ lines: [], rules: [] });
    this.#y = page.height - margin.top;
  }

  rule(): void {
    const [left, right] = [margin.side, page.width - margin.side];
    this.#page().rules.push({ y: this.#y, left, right, color: colors.rule });
  }

  paragraph(text: string, style: Style): void {
    for (const line of this.#wrap(text, style, textWidth)) {
      this.#nextLine(style);
      this.#place(line, style, margin.side);
    }
  }

  row(label: string, value: string): void {
    const lines = this.#wrap(value, styles.value, textWidth - labelWidth);
    for (const [at, line] of lines.entries()) {
      this.#nextLine(styles.value);
      if (at === 0) this.#place(label, styles.label, margin.side);
      this.#place(line, styles.value, margin.side + labelWidth);
    }
    this.space(3);
  }

  isMissingGlyphs(): boolean {
    return this.#pages.some(({ lines }) => lines.some(({ glyphs }) => glyphs.some(isMissing)));
  }

  finish(footer: string): PlacedPage[] {
    for (const [at, { lines }] of this.#pages.entries()) {
      const text = `${footer} · Page ${at + 1} of ${this.#pages.length}`;
      const glyphs = this.#shape(text, styles.footer);
      lines.push({ ...styles.footer, left: margin.side, y: margin.bottom / 2, text, glyphs });
    }
    return this.#pages;
  }

  #nextLine({ size }: Style): void {
    this.need(size * lineHeight);
    this.space(size * lineHeight);
  }

  #place(text: string, style: Style, left: number): void {
    const { face, size, color } = style;
    const glyphs = this.#shape(text, style);
    this.#page().lines.push({ left, y: this.#y, face, size, color, text, glyphs });
  }

  #page(): PlacedPage {
    const last = this.#pages.at(-1);
    if (last === undefined) throw new Error("a document has at least one page");
    return last;
  }

  #shape(text: string, { face }: Style): Glyph[] {
    return this.#fonts[face].shape(text);
  }

  /** Breaks at spaces, and words that are wider than a line anywhere between two characters. */
  #wrap(text: string, style: Style, widthMax: number): string[] {
    const widthOf = (line: string) =>
      (this.#shape(line, style).reduce((sum, { advance }) => sum + advance, 0) * style.size) / 1000;
    const lines: string[] = [];
    let line = "";
    const words = text
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .split(" ");
    for (const word of words.flatMap((one) => breakWord(one, widthMax, widthOf))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line === "" || widthOf(longer) <= widthMax) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  }
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

function breakWord(word: string, widthMax: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= widthMax) return [word];
  const parts: string[] = [];
  let part = "";
  for (const { segment } of characters.segment(word)) {
    if (part !== "" && widthOf(part + segment) > widthMax) {
      parts.push(part);
      part = "";
    }
    part += segment;
  }
  return [...parts, part];
}
