/**
 * A font as PDF files need it: shaped text and a subset of its glyphs, by HarfBuzz. For the
 * rendering thread only: reading the font and making subsets take longer than an event loop may.
 */
import { readFileSync } from "node:fs";
import bidiFactory from "bidi-js";
import { Blob, Direction, Font, Face as FontFace, shape, Buffer as TextBuffer } from "harfbuzzjs";
import { type Face, faces, fontFile } from "../fonts.ts";
import { subsetFont } from "./subset.ts";

/** `advance`, `dx` and `dy` are in thousandths of the font size. `text` is what the glyph stands for. */
export type Glyph = { id: number; advance: number; dx: number; dy: number; text: string };

/** Whether the glyph is the box of a character that the font lacks. */
export const isMissing = ({ id }: Glyph): boolean => id === 0;

export type LoadedFont = {
  name: string;
  /** The glyphs of one line from left to right. */
  shape(line: string): Glyph[];
  /** The glyph's own width, in thousandths of the font size. */
  widthOf(glyphId: number): number;
  /** Only these glyphs, under their ids. */
  subset(glyphIds: Iterable<number>): Uint8Array;
};

const bidi = bidiFactory();
const perEm = 1000;

export function loadFont(face: Face): LoadedFont {
  const bytes = readFileSync(fontFile(face));
  const font = new Font(new FontFace(new Blob(bytes)));
  font.setScale(perEm, perEm);
  return {
    name: faces[face],
    shape: (line) => directionRuns(line).flatMap((run) => shapeRun(font, run)),
    widthOf: (glyphId) => font.glyphHAdvance(glyphId),
    subset: (glyphIds) => subsetFont(bytes, glyphIds),
  };
}

type Run = { text: string; level: number };

/** Runs of one direction in the order in which they are seen (UAX #9, rule L2). */
function directionRuns(line: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const runs: Run[] = [];
  for (const [at, level] of levels.entries()) {
    const last = runs.at(-1);
    if (last?.level === level) last.text += line.charAt(at);
    else runs.push({ text: line.charAt(at), level });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(runs, level);
  return runs;
}

function reverseFrom(runs: Run[], level: number): void {
  let start = 0;
  for (let at = 0; at <= runs.length; at += 1) {
    const run = runs[at];
    if (run !== undefined && run.level >= level) continue;
    runs.splice(start, at - start, ...runs.slice(start, at).reverse());
    start = at + 1;
  }
}

function shapeRun(font: Font, { text, level }: Run): Glyph[] {
  const buffer = new TextBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const shown = new Set<number>();
  return infos.map(({ codepoint: id, cluster }, at) => {
    const end = starts.find((start) => start > cluster) ?? text.length;
    const isFirst = !shown.has(cluster);
    shown.add(cluster);
    const place = positions[at];
    return {
      id,
      advance: place?.xAdvance ?? 0,
      dx: place?.xOffset ?? 0,
      dy: place?.yOffset ?? 0,
      text: isFirst ? text.slice(cluster, end) : "",
    };
  });
}
