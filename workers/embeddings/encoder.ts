/**
 * Computes the model's graph for one text: the same numbers with a quarter of the operations,
 * because most of them compute shapes and masks that only batches of texts need.
 */
import { Kernel } from "./kernel/kernel.ts";
import type { WeightsByEnding } from "./weights.ts";

const tokensMax = 128;
const heads = 4;

/** A weight matrix and its bias, as addresses in the kernel. */
type Linear = { weights: number; bias: number; inner: number; columns: number };
type Norm = { scale: number; bias: number; width: number };
type Layer = {
  norm: Norm;
  queriesKeysValues: Linear;
  attended: Linear;
  innerNorm: Norm;
  inner: Linear;
  outer: Linear;
};

/** The vector of a text's tokens, of length 1. */
export type Encode = (tokens: readonly number[]) => number[];

export function openEncoder(weights: WeightsByEnding): Encode {
  const kernel = new Kernel();
  const first = readLayer(kernel, weights, 0);
  const second = readLayer(kernel, weights, 1);
  const widened = readLinear(kernel, weights, {
    weights: "Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat",
    bias: "Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat",
  });
  const last = readLinear(kernel, weights, {
    weights: "tanh_layer_0/weights",
    bias: "tanh_layer_0/bias",
  });
  const placed = kernel.take(tokensMax * first.norm.width);
  const values = kernel.take(tokensMax * second.norm.width);
  const steps = new Steps(kernel, second.inner.columns);
  const place = placing(kernel, weights, placed);
  return (tokens) => {
    const ids = tokens.slice(0, tokensMax);
    const count = ids.length;
    place(ids);
    steps.multiply(placed, count, widened, values);
    steps.attend(placed, count, first, values);
    steps.think(values, count, first);
    steps.attend(values, count, second, values);
    const mean = steps.thinkOfAll(values, count, second);
    steps.multiply(mean, 1, last, values);
    return ofLengthOne(kernel.floatsAt(values, last.columns).map(Math.tanh));
  };
}

/** The steps of a layer, in memory that all layers share. */
class Steps {
  readonly #kernel: Kernel;
  readonly #normal: number;
  readonly #wide: number;
  readonly #mixed: number;
  readonly #likeness: number;

  constructor(kernel: Kernel, widest: number) {
    this.#kernel = kernel;
    this.#normal = kernel.take(tokensMax * widest);
    this.#wide = kernel.take(tokensMax * widest);
    this.#mixed = kernel.take(tokensMax * widest);
    this.#likeness = kernel.take(tokensMax);
  }

  multiply(values: number, rows: number, linear: Linear, into: number): void {
    const { weights, bias, inner, columns } = linear;
    this.#kernel.program.multiply(values, rows, inner, weights, columns, bias, into);
  }

  /**
   * Attention: each token attends to all others with several heads; the result is added to `to`.
   */
  attend(values: number, rows: number, layer: Layer, to: number): void {
    const { program } = this.#kernel;
    const { queriesKeysValues, attended } = layer;
    this.#normalize(values, rows, layer.norm);
    this.multiply(this.#normal, rows, queriesKeysValues, this.#wide);
    program.attend(this.#wide, rows, attended.inner, heads, this.#likeness, this.#mixed);
    this.multiply(this.#mixed, rows, attended, this.#normal);
    program.add(to, this.#normal, rows * attended.columns);
  }

  /** Feed-forward: each token on its own, added to its previous value. */
  think(values: number, rows: number, layer: Layer): void {
    this.#widen(values, rows, layer);
    this.multiply(this.#wide, rows, layer.outer, this.#normal);
    this.#kernel.program.add(values, this.#normal, rows * layer.outer.columns);
  }

  /**
   * The mean of all tokens' results. The last step is linear, so it is computed once, for their
   * mean.
   */
  thinkOfAll(values: number, rows: number, layer: Layer): number {
    const { program } = this.#kernel;
    const { inner, columns } = layer.outer;
    this.#widen(values, rows, layer);
    program.average(this.#wide, rows, inner, this.#mixed);
    this.multiply(this.#mixed, 1, layer.outer, this.#normal);
    program.average(values, rows, columns, this.#mixed);
    program.add(this.#normal, this.#mixed, columns);
    return this.#normal;
  }

  #widen(values: number, rows: number, { innerNorm, inner }: Layer): void {
    this.#normalize(values, rows, innerNorm);
    this.multiply(this.#normal, rows, inner, this.#wide);
    this.#kernel.program.rectify(this.#wide, rows * inner.columns);
  }

  #normalize(values: number, rows: number, { scale, bias, width }: Norm): void {
    this.#kernel.program.normalize(values, rows, width, scale, bias, this.#normal);
  }
}

function readLayer(kernel: Kernel, weights: WeightsByEnding, index: number): Layer {
  const named = (name: string) => `Layer_${index}/TransformerLayer/${name}`;
  const norm = (place: string): Norm => {
    const of = (part: string) =>
      weights(named(`${place}layer_prepostprocess/layer_norm/${part}/ConcatPartitions/concat`));
    const [scale, bias] = [of("layer_norm_scale").values, of("layer_norm_bias").values];
    return { scale: kernel.keep(scale), bias: kernel.keep(bias), width: scale.length };
  };
  const linear = (matrix: string, bias: string) =>
    readLinear(kernel, weights, {
      weights: named(matrix),
      bias: named(`${bias}/bias/ConcatPartitions/concat`),
    });
  const attention = (name: string) =>
    linear(`MultiheadAttention/${name}/kernel/part_0`, `MultiheadAttention/${name}`);
  const convolution = (name: string) => linear(`FFN/${name}/Tensordot/Reshape_1`, `FFN/${name}`);
  return {
    norm: norm(""),
    queriesKeysValues: attention("qkv_transform_single"),
    attended: attention("output_transform_single"),
    innerNorm: norm("FFN/"),
    inner: convolution("conv1"),
    outer: convolution("conv2"),
  };
}

type LinearNames = { weights: string; bias: string };

function readLinear(kernel: Kernel, weights: WeightsByEnding, names: LinearNames): Linear {
  const { values } = weights(names.weights);
  const bias = weights(names.bias).values;
  const columns = bias.length;
  return {
    weights: kernel.keepPacked(values, columns),
    bias: kernel.keep(bias),
    inner: values.length / columns,
    columns,
  };
}

/** Writes each token's embedding plus its position in the text. */
function placing(
  kernel: Kernel,
  weights: WeightsByEnding,
  to: number,
): (ids: readonly number[]) => void {
  const embeddings = weights("module/Embeddings_en").values;
  const signals = placeSignals(weights("TimingSignal/ExpandDims_1").values);
  const width = signals.length / tokensMax;
  return (ids) => {
    const rows = kernel.floatsAt(to, ids.length * width);
    for (const [place, id] of ids.entries()) {
      for (let at = 0; at < width; at += 1) {
        const embedded = embeddings[id * width + at] ?? 0;
        rows[place * width + at] = 2 * embedded + (signals[place * width + at] ?? 0);
      }
    }
  };
}

/** Sines and cosines for each position in a text, with the frequencies used in training. */
function placeSignals(frequencies: Float32Array): Float32Array {
  const all = [...frequencies];
  return Float32Array.from(
    Array.from({ length: tokensMax }, (_, place) => [
      ...all.map((frequency) => Math.sin(place * frequency)),
      ...all.map((frequency) => Math.cos(place * frequency)),
    ]).flat(),
  );
}

function ofLengthOne(numbers: Float32Array): number[] {
  const values = [...numbers];
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / length);
}
