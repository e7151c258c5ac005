/** `safe`: a repeat changes nothing more. `key`: the `Idempotency-Key` makes it so. */
type Repeat = "safe" | "key" | "never";
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
export type Attempts = {
    fetch: Fetch;
    /** The most attempts of one call. */
    triesMax: number;
    /** A longer `Retry-After` is reported instead of waited for. */
    retryWaitMsMax: number;
};
export type OneRequest = {
    repeat: Repeat;
    /** For one attempt. */
    msMax: number;
    signal?: AbortSignal | undefined;
    /** Called for each attempt: tokens and signed addresses expire. */
    make(): Promise<{
        url: string;
        init: RequestInit;
    }> | {
        url: string;
        init: RequestInit;
    };
};
/** The successful answer. Throws {@link MarketError} or {@link ConnectionError}. */
export declare function send(attempts: Attempts, request: OneRequest): Promise<Response>;
export declare const backoffMs: (tried: number) => number;
export declare function pause(ms: number, signal?: AbortSignal): Promise<void>;
export {};
