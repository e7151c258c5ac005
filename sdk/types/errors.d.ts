import type { ProblemCode } from "./generated/types.ts";
/** A refusal (RFC 9457), as every endpoint answers it. */
export type Problem<Code extends string = ProblemCode> = {
    /** The address of a page that explains the code. */
    type: string;
    title: string;
    status: number;
    detail: string;
    code: Code;
    request_id?: string;
    resolution?: "retry" | "fix_request" | "authenticate" | "pay" | "ask_owner" | "none";
    /** The next step. */
    next?: string;
    errors?: {
        field: string;
        detail: string;
        [member: string]: unknown;
    }[];
    /** Seconds. */
    retry_after?: number;
    decline_code?: string;
    current_price_cents?: number;
    purchase_id?: string;
    required_scopes?: string[];
};
/** The service refused a call. Narrow it by `error.is("bid_too_low")`. */
export declare class MarketError<Code extends string = string> extends Error {
    readonly name = "MarketError";
    readonly code: Code;
    readonly status: number;
    readonly problem: Problem<Code>;
    constructor(problem: Problem<Code>);
    is<Asked extends ProblemCode>(...codes: Asked[]): this is MarketError<Asked>;
}
/** No answer arrived, although the call was repeated where a repeat is safe. */
export declare class ConnectionError extends Error {
    readonly name = "ConnectionError";
}
/** The bytes are not the ones that were promised. */
export declare class HashMismatchError extends Error {
    readonly name = "HashMismatchError";
    readonly expected: string;
    readonly actual: string;
    constructor(what: string, expected: string, actual: string);
}
/** The price now is above the most that the caller allowed. Nothing was charged. */
export declare class PriceLimitError extends Error {
    readonly name = "PriceLimitError";
    readonly priceCents: number;
    readonly maxPriceCents: number;
    constructor(priceCents: number, maxPriceCents: number);
}
/** The problem document of an answer, or one made from its status. */
export declare function problemOf(answer: Response): Promise<Problem>;
