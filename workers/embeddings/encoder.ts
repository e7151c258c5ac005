/**
 * What the model's graph computes, for one text: the same numbers in a quarter of its operations, since
 * most of them work out shapes and masks that only several texts at once need.
 */
import {
  add,
  fused,
  type GraphModel,
  gather,
  matMul,
  mean,
  mul,
  reshape,
  rsqrt,
  slice,
  softmax,
  square,
  sub,
  type Tensor,
  tanh,
  tensor1d,
  tensor2d,
  tidy,
  transpose,
  unstack,
} from "@energetic-ai/core";

const tokensMax = 128;
const heads = 4;
/** Keeps the norm of a layer from dividing by zero. */
const epsilon = 1e-6;

type Linear = { weights: Tensor; bias: Tensor };
type Norm = { scale: Tensor; bias: Tensor };
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

/** Reads the weights of the graph: whoever has loaded it need not run it. */
export function openEncoder(model: GraphModel): Encode {
  const weights = weightsOf(model);
  const embeddings = weights("module/Embeddings_en");
  const places = placeSignals(weights("TimingSignal/ExpandDims_1"));
  const [first, second] = [readLayer(weights, 0), readLayer(weights, 1)];
  const widened: Linear = {
    weights: weights("Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat"),
    bias: weights("Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat"),
  };
  const last: Linear = {
    weights: weights("tanh_layer_0/weights"),
    bias: weights("tanh_layer_0/bias"),
  };
  return (tokens) => {
    const ids = tokens.slice(0, tokensMax);
    const numbers = tidy(() => {
      const words = gather(embeddings, tensor1d(ids, "int32"));
      const placed = add(mul(words, 2), slice(places, [0, 0], [ids.length, places.shape[1] ?? 0]));
      const once = think(add(attend(placed, first), through(placed, widened)), first);
      const twice = thinkOfAll(add(attend(once, second), once), second);
      return tanh(through(twice, last)).dataSync();
    });
    return ofLengthOne(numbers);
  };
}

/** A weight by the end of its name, which no other one shares. */
function weightsOf({ weights }: GraphModel): (ending: string) => Tensor {
  return (ending) => {
    const [found, ...others] = Object.entries(weights).filter(([name]) => name.endsWith(ending));
    const tensor = found?.[1][0];
    if (tensor === undefined || others.length > 0) throw new Error(`the model lacks ${ending}`);
    return tensor;
  };
}

function readLayer(weights: (ending: string) => Tensor, index: number): Layer {
  const of = (name: string) => weights(`Layer_${index}/TransformerLayer/${name}`);
  const norm = (place: string): Norm => ({
    scale: of(`${place}layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat`),
    bias: of(`${place}layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat`),
  });
  const attention = (name: string): Linear => {
    const kernel = of(`MultiheadAttention/${name}/kernel/part_0`);
    const bias = of(`MultiheadAttention/${name}/bias/ConcatPartitions/concat`);
    return { weights: reshape(kernel, kernel.shape.slice(-2)), bias };
  };
  const convolution = (name: string): Linear => ({
    weights: of(`FFN/${name}/Tensordot/Reshape_1`),
    bias: of(`FFN/${name}/bias/ConcatPartitions/concat`),
  });
  return {
    norm: norm(""),
    queriesKeysValues: attention("qkv_transform_single"),
    attended: attention("output_transform_single"),
    innerNorm: norm("FFN/"),
    inner: convolution("conv1"),
    outer: convolution("conv2"),
  };
}

/** For each place of a text sines and cosines of it, by the frequencies that the model was made with. */
function placeSignals(frequencies: Tensor): Tensor {
  const all = [...frequencies.dataSync()];
  const signals = Array.from({ length: tokensMax }, (_, place) => [
    ...all.map((frequency) => Math.sin(place * frequency)),
    ...all.map((frequency) => Math.cos(place * frequency)),
  ]);
  return tensor2d(signals);
}

function through(values: Tensor, { weights, bias }: Linear): Tensor {
  return fused.matMul({ a: values, b: weights, bias });
}

function normalize(values: Tensor, { scale, bias }: Norm): Tensor {
  const centred = sub(values, mean(values, -1, true));
  const variance = mean(square(centred), -1, true);
  return add(mul(mul(centred, rsqrt(add(variance, epsilon))), scale), bias);
}

/** Each token looks at all others, by several heads. */
function attend(values: Tensor, layer: Layer): Tensor {
  const count = values.shape[0] ?? 0;
  const all = through(normalize(values, layer.norm), layer.queriesKeysValues);
  const width = (all.shape[1] ?? 0) / 3;
  const byHead = transpose(reshape(all, [count, 3, heads, width / heads]), [1, 2, 0, 3]);
  const [queries, keys, contents] = unstack(byHead);
  if (queries === undefined || keys === undefined || contents === undefined) {
    throw new Error("a token has a query, a key and a value");
  }
  const likeness = matMul(mul(queries, 1 / Math.sqrt(width / heads)), keys, false, true);
  const seen = matMul(softmax(likeness), contents);
  return through(reshape(transpose(seen, [1, 0, 2]), [count, width]), layer.attended);
}

/** Each token by itself, beside what it was. */
function think(values: Tensor, layer: Layer): Tensor {
  return add(through(thoughts(values, layer), layer.outer), values);
}

/** The mean of what all tokens become: the last step is linear, so that it is taken once, of their mean. */
function thinkOfAll(values: Tensor, layer: Layer): Tensor {
  const thought = mean(thoughts(values, layer), 0, true);
  return add(through(thought, layer.outer), mean(values, 0, true));
}

function thoughts(values: Tensor, { innerNorm, inner }: Layer): Tensor {
  const { weights: b, bias } = inner;
  return fused.matMul({ a: normalize(values, innerNorm), b, bias, activation: "relu" });
}

function ofLengthOne(numbers: Float32Array | Int32Array): number[] {
  const values = [...numbers];
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / length);
}
