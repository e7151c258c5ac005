import type { Operations } from "./generated/types.ts";
import { type Attempts, type Fetch } from "./request.ts";
export type OperationName = keyof Operations;
/** `params`, `query` and `body` of an operation. */
export type Input<Name extends OperationName> = Omit<Operations[Name], "answer">;
export type Answer<Name extends OperationName> = Operations[Name]["answer"];
export type CallOptions = {
    signal?: AbortSignal;
    /** Otherwise each call has a random one, which its repeats share. */
    idempotencyKey?: string;
};
type Page = {
    items: unknown[];
    pagination: {
        next_cursor: string | null;
    };
};
/** Operations that answer pages with a cursor. */
export type PagedName = {
    [Name in OperationName]: Operations[Name] extends {
        query?: {
            cursor?: string;
        };
        answer: Page;
    } ? Name : never;
}[OperationName];
export type Item<Name extends PagedName> = Answer<Name> extends {
    items: (infer One)[];
} ? One : never;
export type MarketOptions = {
    /** The service's address, such as `https://market.example`. */
    baseUrl: string;
    /** An API key, an agent's token or an access token; a function is asked for each attempt. */
    token?: string | (() => string | undefined | Promise<string | undefined>);
    fetch?: Fetch;
    /** Added to each request, such as `act-as`. */
    headers?: Record<string, string>;
} & Partial<Omit<Attempts, "fetch">>;
/** Calls operations by their names, and walks lists. */
export declare class Caller {
    #private;
    readonly baseUrl: string;
    readonly attempts: Attempts;
    constructor(options: MarketOptions);
    /** Any operation by its name; inputs and answer have its types. */
    call<Name extends OperationName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Answer<Name>>;
    /** Every page of a list, in order. */
    pages<Name extends PagedName>(name: Name, input: Input<Name>, options?: CallOptions): AsyncGenerator<Answer<Name>, void, void>;
    /** Every item of a list, in order; pages are read as they are needed. */
    items<Name extends PagedName>(name: Name, input: Input<Name>, options?: CallOptions): AsyncGenerator<Item<Name>, void, void>;
}
export {};
