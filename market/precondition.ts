/**
 * Gets the current view of the locked row, and throws `precondition_failed` unless it is the one
 * that the caller has seen. Without a precondition, the change applies to any state.
 */
export type Precondition = (shown: unknown) => void;
