/** What the package of TensorFlow.js exports and its declaration, which speaks of others, leaves out. */
declare module "@energetic-ai/core" {
  /** Resolves once the backend computes. */
  export function ready(): Promise<void>;
}

export {};
