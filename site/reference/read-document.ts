/**
 * Reads the parts of the OpenAPI document that the reference shows. A schema checks them, so that a
 * changed document cannot break a page.
 */
import { z } from "zod";
import { eachInSlices } from "../../platform/yield-to-others.ts";

const schemaShape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  properties: z
    .record(
      z.string(),
      z.object({ description: z.string().optional(), $ref: z.string().optional() }),
    )
    .optional(),
  required: z.array(z.string()).optional(),
});

const parameterShape = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: schemaShape.optional(),
});

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string().default(""),
  description: z.string().default(""),
  tags: z.array(z.string()).default([]),
  parameters: z.array(z.union([z.object({ $ref: z.string() }), parameterShape])).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: schemaShape.optional() })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
});

const documentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .object({
      schemas: z.record(z.string(), schemaShape).default({}),
      parameters: z.record(z.string(), parameterShape).default({}),
    })
    .default({ schemas: {}, parameters: {} }),
});

export type Field = { name: string; isRequired: boolean; where: string; words: string };

export type Operation = {
  id: string;
  /** `GET /datasets/{id}`. */
  call: string;
  summary: string;
  description: string;
  tag: string;
  fields: Field[];
  statuses: string[];
};

/** Every operation, in the document's order. */
export async function readOperations(document: unknown): Promise<Operation[]> {
  const { paths, components } = documentShape.parse(document);
  const operations: Operation[] = [];
  await eachInSlices(Object.entries(paths), 10, ([path, methods]) => {
    operations.push(...operationsOf(path, methods, components));
  });
  return operations;
}

function operationsOf(
  path: string,
  methods: Record<string, unknown>,
  { schemas, parameters: shared }: z.infer<typeof documentShape>["components"],
): Operation[] {
  return Object.entries(methods).flatMap(([method, given]) => {
    const parsed = operationShape.safeParse(given);
    if (!parsed.success) return [];
    const { operationId: id, summary, description, tags, parameters, responses } = parsed.data;
    const ofBody = Object.values(parsed.data.requestBody?.content ?? {}).flatMap(({ schema }) =>
      bodyFields(schema, schemas),
    );
    const ofAddress = parameters
      .flatMap((one) => ("$ref" in one ? (shared[nameIn(one)] ?? []) : one))
      .map((one) => ({
        name: one.name,
        isRequired: one.required,
        where: one.in,
        words: one.description ?? one.schema?.description ?? "",
      }));
    const call = `${method.toUpperCase()} ${path}`;
    const fields = [...ofAddress, ...ofBody];
    const [tag = "Other"] = tags;
    return [{ id, call, summary, description, tag, fields, statuses: Object.keys(responses) }];
  });
}

type Schema = z.infer<typeof schemaShape>;

const nameIn = ({ $ref }: { $ref: string }) => $ref.split("/").at(-1) ?? "";

function bodyFields(schema: Schema | undefined, schemas: Record<string, Schema>): Field[] {
  const $ref = schema?.$ref;
  const { properties = {}, required = [] } =
    ($ref === undefined ? schema : schemas[nameIn({ $ref })]) ?? {};
  return Object.entries(properties).map(([field, { description = "" }]) => ({
    name: field,
    isRequired: required.includes(field),
    where: "body",
    words: description,
  }));
}
