/** Reads the small model's weights in the TensorFlow.js graph format. */
import { readFile } from "node:fs/promises";
import { z } from "zod";

type Weight = { shape: readonly number[]; values: Float32Array };

/** Finds a weight by a unique end of its name. */
export type WeightsByEnding = (ending: string) => Weight;

const bytesOf = { float32: 4, int32: 4 };

const manifestSchema = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.int().nonnegative()),
          dtype: z.enum(["float32", "int32"]),
        }),
      ),
    }),
  ),
});

type Group = z.infer<typeof manifestSchema>["weightsManifest"][number];

/** `graph`: the file that names the weights' files next to it. */
export async function readWeights(graph: URL): Promise<WeightsByEnding> {
  const { weightsManifest } = manifestSchema.parse(JSON.parse(await readFile(graph, "utf8")));
  const groups = await Promise.all(weightsManifest.map((group) => readGroup(graph, group)));
  const all = groups.flat();
  return (ending) => {
    const [found, ...others] = all.filter(({ name }) => name.endsWith(ending));
    if (found === undefined || others.length > 0) throw new Error(`the model lacks ${ending}`);
    return found;
  };
}

async function readGroup(graph: URL, { paths, weights }: Group) {
  const parts = await Promise.all(paths.map((path) => readFile(new URL(path, graph))));
  const { buffer, byteOffset } = Buffer.concat(parts);
  let at = byteOffset;
  return weights.map(({ name, shape, dtype }) => {
    const count = shape.reduce((product, size) => product * size, 1);
    const from = at;
    at += count * bytesOf[dtype];
    // Copied, because a weight may begin at an unaligned offset.
    return { name, shape, values: new Float32Array(buffer.slice(from, at)) };
  });
}
