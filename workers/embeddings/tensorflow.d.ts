/** What the package of TensorFlow.js exports and its declaration, which speaks of others, leaves out. */
declare module "@energetic-ai/core" {
  export type GraphModel = { weights: Record<string, unknown> };

  /** Resolves once the backend computes. */
  export function ready(): Promise<void>;
}

export {};
