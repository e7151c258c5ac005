/**
 * Draws pictures of shapes and words with libvips, outside the event loop. The font comes from a
 * package, so a server without fonts draws the same.
 */
import sharp from "sharp";
import { type Face, fontFile } from "../fonts.ts";

/** In pixels; text beyond `heightMax` is cut off. */
export type PlacedWords = {
  words: string;
  face: Face;
  sizePx: number;
  /** As `#rrggbb`. */
  color: string;
  left: number;
  top: number;
  widthMax: number;
  heightMax: number;
};

/** One picture at a time: waiting ones need no memory, and other cores stay free for requests. */
let last: Promise<unknown> = Promise.resolve();

/**
 * PNG of `svg`, which is our own and contains no text, with the words drawn on it literally,
 * without interpreting markup.
 */
export function drawPicture(svg: string, placed: readonly PlacedWords[]): Promise<Uint8Array> {
  const drawn = last.then(() => draw(svg, placed));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(svg: string, placed: readonly PlacedWords[]): Promise<Uint8Array> {
  const layers = [];
  for (const one of placed) layers.push(await layerOf(one));
  return sharp(Buffer.from(svg)).composite(layers).png({ palette: true }).toBuffer();
}

async function layerOf(placed: PlacedWords) {
  const { face, sizePx, color, ...place } = placed;
  const font = `DejaVu Sans ${face === "bold" ? "Bold " : ""}${sizePx}`;
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(wordsThatFit(placed))}</span>`,
      fontfile: fontFile(face),
      font,
      width: place.widthMax,
      wrap: "word-char",
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const width = Math.min(info.width, place.widthMax);
  const height = Math.min(info.height, place.heightMax);
  const input = await sharp(data).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  return { input, left: place.left, top: place.top };
}

/** Almost no letter is narrower than a quarter of its height; libvips refuses very tall texts. */
function wordsThatFit({ words, sizePx, widthMax, heightMax }: PlacedWords): string {
  const charsMax = Math.ceil((4 * widthMax) / sizePx) * Math.ceil(heightMax / sizePx);
  return [...words.slice(0, 2 * charsMax)].slice(0, charsMax).join("");
}

function escapeMarkup(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
