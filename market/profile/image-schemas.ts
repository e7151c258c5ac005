import { z } from "zod";
import { count, countRange } from "./wire-numbers.ts";

const mnistEdge = { min: 28, max: 28, mean: 28 };
const frequencies = z.array(z.strictObject({ name: z.string(), count }));

export const imagesSchema = z
  .strictObject({
    count: count.meta({ description: "Readable pictures; each is a row.", example: 1200 }),
    formats: frequencies.meta({ example: [{ name: "jpeg", count: 1200 }] }),
    colour_spaces: frequencies.meta({ example: [{ name: "srgb", count: 1200 }] }),
    width: countRange.meta({ description: "Widths in pixels, as stored.", example: mnistEdge }),
    height: countRange.meta({ description: "Heights in pixels, as stored.", example: mnistEdge }),
    bytes: countRange.meta({
      description: "Sizes of the files in bytes.",
      example: { min: 301, max: 911, mean: 512.7 },
    }),
    animated: count.meta({ description: "Pictures with more than one frame.", example: 0 }),
    duplicates: count.meta({
      description: "Pictures with the same bytes as an earlier one, by SHA-256.",
      example: 2,
    }),
    unreadable: z
      .array(
        z.strictObject({
          reason: z.enum(["empty", "too_large", "not_an_image", "truncated", "corrupt"]),
          count,
        }),
      )
      .meta({
        description: "Names of unreadable pictures, which are not rows.",
        example: [],
      }),
  })
  .meta({
    description:
      "The pictures of an image archive. Only headers are read, not all pixels. If the column of " +
      "the same name withholds its extremes, a range is rounded outwards; if it withholds its " +
      "moments, the mean is the middle of the range.",
  });

export type ImagesProfile = z.infer<typeof imagesSchema>;
