/** What the package of TensorFlow.js exports and its declaration, which speaks of others, leaves out. */
declare module "@energetic-ai/core" {
  /** Numbers of the backend: who makes one outside of `tidy` keeps it. */
  export type Tensor = { shape: number[]; dataSync(): Float32Array | Int32Array };

  export type GraphModel = { weights: Record<string, Tensor[]> };

  type Product = { a: Tensor; b: Tensor; bias: Tensor; activation?: "relu" };

  /** Resolves once the backend computes. */
  export function ready(): Promise<void>;
  /** Forgets the tensors that the function makes, but for its result. */
  export function tidy<Result>(compute: () => Result): Result;

  export function tensor1d(values: number[], type: "int32"): Tensor;
  export function tensor2d(values: number[][]): Tensor;
  export function gather(rows: Tensor, places: Tensor): Tensor;
  export function slice(values: Tensor, from: number[], size: number[]): Tensor;
  export function reshape(values: Tensor, shape: number[]): Tensor;
  export function transpose(values: Tensor, order: number[]): Tensor;
  export function unstack(values: Tensor): Tensor[];

  export function add(one: Tensor, other: Tensor | number): Tensor;
  export function sub(one: Tensor, other: Tensor): Tensor;
  export function mul(one: Tensor, other: Tensor | number): Tensor;
  export function square(values: Tensor): Tensor;
  export function rsqrt(values: Tensor): Tensor;
  export function tanh(values: Tensor): Tensor;
  export function softmax(values: Tensor): Tensor;
  export function mean(values: Tensor, axis: number, keepAxis: boolean): Tensor;
  export function matMul(
    one: Tensor,
    other: Tensor,
    isOneTurned?: boolean,
    isOtherTurned?: boolean,
  ): Tensor;
  export const fused: { matMul: (product: Product) => Tensor };
}

export {};
