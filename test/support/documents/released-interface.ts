/** Compares the interface document's table of calls with `test/api/openapi/released.json`. */
import { read } from "./repository-files.ts";

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  default?: unknown;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  security: unknown[];
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const document = JSON.parse(read("test/api/openapi/released.json")) as Document;

/** The cells of one row in the table of calls. */
export type CallRow = { call: string; operationId: string; takes: string; answers: string };

/** What the row claims that the released interface does not say. */
export function faultsOfCall({ call, operationId, takes, answers }: CallRow): string[] {
  const [method = "", path = ""] = call.split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation?.operationId !== operationId) return [`${call} is not ${operationId}`];
  const statuses = [...answers.matchAll(/\b(\d{3})\b(?!\s*seconds)/g)].map(([, code]) => code);
  const success = schemaOf(operation.responses[statuses[0] ?? ""]?.content);
  return [
    ...statuses
      .filter((status) => operation.responses[status ?? ""] === undefined)
      .map((status) => `${call} does not answer ${status}`),
    ...namesIn(takes).flatMap((parameter) => faultsOfParameter(operation, parameter)),
    ...namesIn(answers.split(";")[0] ?? "")
      .filter(({ name }) => fieldOf(success, name) === undefined)
      .map(({ name }) => `${call} answers no ${name}`),
  ];
}

type Named = { name: string; fallback: string | undefined };

function namesIn(cell: string): Named[] {
  return [...cell.matchAll(/`([\w.]+)`(?: = (\w+))?/g)].map(([, name = "", fallback]) => ({
    name,
    fallback,
  }));
}

function faultsOfParameter(operation: Operation, { name, fallback }: Named): string[] {
  const inQuery = operation.parameters?.find((parameter) => parameter.name === name)?.schema;
  const schema = inQuery ?? fieldOf(schemaOf(operation.requestBody?.content), name);
  if (schema === undefined) return [`${operation.operationId} takes no ${name}`];
  if (fallback === undefined || String(schema.default) === fallback) return [];
  return [`${operation.operationId}: ${name} is ${String(schema.default)} unless given`];
}

function schemaOf(content: Content | undefined): Schema {
  return Object.values(content ?? {})[0]?.schema ?? {};
}

/** The schema at a property path such as `data_profile.auto_sample_status`. */
function fieldOf(schema: Schema, path: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const name of path.split(".")) at = propertiesOf(at)[name];
  return at;
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  if (schema === undefined) return {};
  if (schema.$ref !== undefined) {
    return propertiesOf(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]);
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map(propertiesOf);
  return Object.assign({}, ...parts, schema.properties);
}
