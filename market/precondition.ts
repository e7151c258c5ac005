/** What a caller asks to be still so when its change is made. */

/**
 * Given what a read shows of the locked row, throws `precondition_failed` unless the caller has seen
 * just that. Left out: the change is made to whatever is there.
 */
export type Precondition = (shown: unknown) => void;
