import { expect, test } from "bun:test";
import type { ValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { type Json, testApi } from "../../support/api.ts";
import { closedOpenapi, resolvedOpenapi } from "../../support/documents/openapi.ts";

type Media = { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const api = await testApi();
const { body } = await api.send("GET", "/openapi.json");
const document = closedOpenapi(
  resolvedOpenapi(body as { paths: Record<string, Record<string, Operation>>; components: Json }),
);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "market:", components: document.components });

/** Most refusals share one schema, which is compiled once. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"market:#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate;
}

function faultsOf(at: string, { schema, example, examples = {} }: Media): string[] {
  const validate = validatorOf(schema);
  const given = [example, ...Object.values(examples).map(({ value }) => value)];
  return given
    .filter((one) => one !== undefined && !validate(one))
    .map(() => `${at}: ${ajv.errorsText(validate.errors)}`);
}

test("each example, of bodies, answers and refusals, fits its schema", () => {
  const faults = operations.flatMap(({ operationId, requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap((media) =>
      faultsOf(`${operationId} body`, media),
    ),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap((media) => faultsOf(`${operationId} ${status}`, media)),
    ),
  ]);
  expect(faults).toEqual([]);
});

test("every good answer of JSON, GeoJSON or CSV has an example", () => {
  const lacking = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) < 300)
      .flatMap(([status, { content = {} }]) =>
        Object.entries(content)
          .filter(
            ([type, { example, examples }]) => /json|csv/.test(type) && !(example ?? examples),
          )
          .map(([type]) => `${operationId} ${status} ${type}`),
      ),
  );
  expect(lacking).toEqual([]);
});
