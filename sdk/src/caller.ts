import { operations } from "./generated/operations.ts";
import type { Operations } from "./generated/types.ts";
import { type Attempts, type Fetch, send } from "./request.ts";

export type OperationName = keyof Operations;

/** `params`, `query` and `body` of an operation. */
export type Input<Name extends OperationName> = Omit<Operations[Name], "answer">;
export type Answer<Name extends OperationName> = Operations[Name]["answer"];

export type CallOptions = {
  signal?: AbortSignal;
  /** Otherwise each call has a random one, which its repeats share. */
  idempotencyKey?: string;
};

type Page = { items: unknown[]; pagination: { next_cursor: string | null } };
/** Operations that answer pages with a cursor. */
export type PagedName = {
  [Name in OperationName]: Operations[Name] extends { query?: { cursor?: string }; answer: Page }
    ? Name
    : never;
}[OperationName];
export type Item<Name extends PagedName> =
  Answer<Name> extends { items: (infer One)[] } ? One : never;

export type MarketOptions = {
  /** The service's address, such as `https://market.example`. */
  baseUrl: string;
  /** An API key, an agent's token or an access token; a function is asked for each attempt. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  fetch?: Fetch;
  /** Added to each request, such as `act-as`. */
  headers?: Record<string, string>;
} & Partial<Omit<Attempts, "fetch">>;

/** Beyond the API's own time limit for a call. */
const LINE_MS_MAX = 20_000;

/** Calls operations by their names, and walks lists. */
export class Caller {
  readonly baseUrl: string;
  readonly attempts: Attempts;
  readonly #options: MarketOptions;

  constructor(options: MarketOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#options = options;
    this.attempts = {
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      triesMax: options.triesMax ?? 5,
      retryWaitMsMax: options.retryWaitMsMax ?? 30_000,
    };
  }

  /** Any operation by its name; inputs and answer have its types. */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    const { method, path, repeat, msMax } = operations[name];
    const { params, query, body } = looseOf(input);
    const url = this.baseUrl + fill(path, params) + searchOf(query);
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const make = async () => ({
      url,
      init: {
        method,
        headers: {
          accept: "application/json, application/problem+json;q=0.9",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(repeat === "key" ? { "idempotency-key": key } : {}),
          ...this.#options.headers,
          ...(await this.#authorization()),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    });
    const request = { repeat, msMax: msMax + LINE_MS_MAX, make, signal: options.signal };
    const answer = await send(this.attempts, request);
    return (await answer.json()) as Answer<Name>;
  }

  async #authorization(): Promise<Record<string, string>> {
    const { token } = this.#options;
    const value = typeof token === "function" ? await token() : token;
    return value === undefined || value === "" ? {} : { authorization: `Bearer ${value}` };
  }

  /** Every page of a list, in order. */
  async *pages<Name extends PagedName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): AsyncGenerator<Answer<Name>, void, void> {
    let cursor: string | null = null;
    do {
      const query: Record<string, unknown> = {
        ...looseOf(input).query,
        ...(cursor === null ? {} : { cursor }),
      };
      if (cursor !== null) delete query.offset;
      const page: Answer<Name> = await this.call(
        name,
        { ...looseOf(input), query } as unknown as Input<Name>,
        options,
      );
      yield page;
      cursor = (page as unknown as Page).pagination.next_cursor;
    } while (cursor !== null);
  }

  /** Every item of a list, in order; pages are read as they are needed. */
  async *items<Name extends PagedName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): AsyncGenerator<Item<Name>, void, void> {
    for await (const page of this.pages(name, input, options)) {
      yield* (page as unknown as Page).items as Item<Name>[];
    }
  }
}

type Loose = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Without the operation's types, whose union would take the compiler minutes. */
const looseOf = (input: unknown) => input as Loose;

function fill(path: string, params: Loose["params"] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`${path} needs \`${name}\`.`);
    return encodeURIComponent(value);
  });
}

/** A list is a parameter that is repeated for each value. */
function searchOf(query: Loose["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? "" : `?${search}`;
}
