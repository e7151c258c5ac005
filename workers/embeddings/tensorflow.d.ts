/** Exports of the TensorFlow.js package that its own declarations omit. */
declare module "@energetic-ai/core" {
  export type GraphModel = { weights: Record<string, unknown> };

  /** Resolves once the backend is ready. */
  export function ready(): Promise<void>;
}

export {};
