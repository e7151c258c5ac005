/** Reads a picture from standard input, and writes its outcome and the new picture. */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { outcomes } from "./clean-picture.ts";

const [edgePixelsMax = 0, resultEdgePixels = 0] = process.argv.slice(2).map(Number);

// Only these decoders: those for SVG, PDF and similar formats read other files or run code.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp"].map((loader) => `VipsForeignLoad${loader}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

async function clean(bytes: Buffer): Promise<Uint8Array> {
  const options = { pages: 1, failOn: "truncated", limitInputPixels: edgePixelsMax ** 2 } as const;
  const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (Math.max(width, height) > edgePixelsMax) return Uint8Array.of(outcomes.too_large);
  const webp = await sharp(bytes, options)
    .autoOrient()
    .resize(resultEdgePixels, resultEdgePixels, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 85 })
    .toBuffer();
  return Buffer.concat([Uint8Array.of(outcomes.clean), webp]);
}

const answer = await clean(await buffer(process.stdin)).catch(() =>
  Uint8Array.of(outcomes.unreadable),
);
process.stdout.write(answer);
