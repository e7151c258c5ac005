/** Moves shared responses into `components`; written out, refusals were most of the document. */
import type { OpenAPIV3_1 } from "openapi-types";
import type { ProblemCode } from "../../market/problem/problems.ts";
import { problemExample } from "./problem-schema.ts";

type Response = OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject;

export class SharedResponses {
  readonly responses: Record<string, Response> = {};
  readonly examples: Record<string, OpenAPIV3_1.ExampleObject> = {};
  readonly #names = new Map<string, string>();
  readonly #baseUrl: string;

  /** `baseUrl` is PUBLIC_BASE_URL. */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** A reference to the shared response; `base` is its name, numbered if another one has it. */
  refer(base: string, response: Response): OpenAPIV3_1.ReferenceObject {
    const text = JSON.stringify([base, response]);
    const name = this.#names.get(text) ?? freeName(base, this.responses);
    this.#names.set(text, name);
    this.responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  /** Named by its only code, or by its status. */
  referRefusal(
    status: string,
    codes: readonly ProblemCode[],
    response: Response,
  ): OpenAPIV3_1.ReferenceObject {
    for (const code of codes) this.examples[code] ??= problemExample(code, this.#baseUrl);
    const [only] = codes;
    return this.refer(
      codes.length === 1 && only !== undefined ? only : `refused_${status}`,
      response,
    );
  }
}

/** `base`, numbered if another component has that name. */
export function freeName(base: string, components: Record<string, unknown>): string {
  let name = base;
  for (let count = 2; name in components; count += 1) name = `${base}_${count}`;
  return name;
}
