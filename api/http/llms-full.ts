/** `/llms-full.txt`: all operations on one page for models; `/llms.txt` links to it. */
import type { OpenAPIV3_1 } from "openapi-types";
import type { Op } from "../../market/contract/contract.ts";
import { serviceTitle } from "../../market/service.ts";
import { eachInSlices } from "../../platform/yield-to-others.ts";

type Document = OpenAPIV3_1.Document;
type Schema = OpenAPIV3_1.SchemaObject;
type Referred<Part> = Part | OpenAPIV3_1.ReferenceObject;

/** Longer enumerations appear only in the OpenAPI document. */
const VALUES_TOLD_MAX = 12;
/** The depth to which a body's objects are written out. */
const DEPTH_MAX = 2;

const notation = `Each operation: its call, what it does, what it takes and answers. \`?\` marks what may be left out; \`a|b\` are
the values. Credentials, in \`Authorization: Bearer …\`: \`key\` is an operator's API key, \`agent\` a seller agent's token,
\`owner\` the owner's token of the identity provider; \`key:bid\` needs the scope \`bid\`. \`idempotent\`: takes an \`Idempotency-Key\`. \`cached\`: answers with an ETag.
\`Refuses\` are the problem codes of this operation; every operation may refuse the credential, the body, or too many calls. What
each field means, with its limits, is in /openapi.json, each subject also in /openapi/{subject}.json; what each code means is at
/problems/{code}.`;

export async function llmsFullText(
  document: Document,
  declared: ReadonlyMap<string, Op>,
): Promise<string> {
  const words = new Words(document, declared);
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation: operation as OpenAPIV3_1.OperationObject,
    })),
  );
  const sections: string[] = [];
  await eachInSlices(document.tags ?? [], 1, ({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const told = own.map(({ call, operation }) => words.operation(call, operation));
    sections.push([`## ${name}`, description ?? "", ...told].join("\n\n"));
  });
  return `${[`# ${serviceTitle}: every operation`, notation, ...sections].join("\n\n")}\n`;
}

/** All lists take these; the notation section explains them. */
const pagingNames = new Set(["cursor", "limit", "offset"]);

class Words {
  readonly #components: OpenAPIV3_1.ComponentsObject;
  readonly #declared: ReadonlyMap<string, Op>;

  constructor(document: Document, declared: ReadonlyMap<string, Op>) {
    this.#components = document.components ?? {};
    this.#declared = declared;
  }

  operation(call: string, operation: OpenAPIV3_1.OperationObject): string {
    const parameters = (operation.parameters ?? []).map((one) => this.#parameter(one));
    const header = new Set(parameters.filter((one) => one.in === "header").map(({ name }) => name));
    const marks = [
      ...credentialsOf(operation.security ?? []),
      ...(header.has("Idempotency-Key") ? ["idempotent"] : []),
      ...(header.has("If-None-Match") ? ["cached"] : []),
    ];
    const inQuery = parameters.filter((one) => one.in === "query");
    const paging = inQuery.filter(({ name }) => pagingNames.has(name)).map(({ name }) => name);
    const query = inQuery
      .filter(({ name }) => !pagingNames.has(name))
      .map((one) => `${one.name}${one.required ? "" : "?"}: ${this.#type(one.schema ?? {}, 0)}`);
    const { says = operation.description ?? "", refuses = [] } =
      this.#declared.get(operation.operationId ?? "") ?? {};
    const lines = [
      `**${operation.operationId}** \`${call}\`${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`,
      `${operation.summary}. ${says}`.trim(),
      inQuery.length > 0 && `Query: ${[...query, ...paging].join(", ")}`,
      this.#body(operation.requestBody),
      this.#answer(operation.responses ?? {}),
      refuses.length > 0 && `Refuses: ${refuses.join(", ")}`,
    ];
    return lines.filter(Boolean).join("\n");
  }

  #parameter(one: Referred<OpenAPIV3_1.ParameterObject>): OpenAPIV3_1.ParameterObject {
    return "$ref" in one
      ? (this.#components.parameters?.[nameOf(one)] as OpenAPIV3_1.ParameterObject)
      : one;
  }

  #schema(one: Referred<Schema>): Schema {
    return "$ref" in one && one.$ref !== undefined
      ? ((this.#components.schemas?.[nameOf(one as OpenAPIV3_1.ReferenceObject)] ?? {}) as Schema)
      : (one as Schema);
  }

  #body(body: OpenAPIV3_1.OperationObject["requestBody"]): string {
    if (body === undefined || "$ref" in body) return "";
    const [type = "", media] = Object.entries(body.content)[0] ?? [];
    if (type !== "application/json") return `Body: ${type}`;
    return media?.schema === undefined ? "" : `Body: ${this.#type(media.schema, 0)}`;
  }

  /** Names an answer's fields; the OpenAPI document explains them. */
  #answer(responses: OpenAPIV3_1.ResponsesObject): string {
    const [status, response] = Object.entries(responses).find(([code]) => code < "400") ?? [];
    if (status === undefined || response === undefined || "$ref" in response) return "";
    const [type = "", media] = Object.entries(response.content ?? {})[0] ?? [];
    if (media?.schema === undefined) return `Answers ${status}${type && ` with ${type}`}`;
    const fields = Object.keys(this.#schema(media.schema).properties ?? {});
    return `Answers ${status}: ${fields.length > 0 ? fields.join(", ") : this.#type(media.schema, DEPTH_MAX)}`;
  }

  #type(one: Referred<Schema>, depth: number): string {
    const {
      enum: values,
      const: only,
      type,
      format,
      properties,
      items,
      anyOf,
      oneOf,
    } = this.#schema(one) as Schema & { items?: Schema };
    const told = values?.filter((value) => value !== null) ?? [];
    if (told.length > 0 && told.length <= VALUES_TOLD_MAX) return told.join("|");
    if (only !== undefined) return String(only);
    const ways = (anyOf ?? oneOf)?.map((way) => this.#type(way, depth));
    if (ways !== undefined) return [...new Set(ways)].filter((way) => way !== "null").join(" or ");
    if (items !== undefined) return `${this.#type(items, depth + 1)}[]`;
    if (properties !== undefined && depth < DEPTH_MAX)
      return this.#fields(this.#schema(one), depth + 1);
    const kinds = [type ?? "any"].flat().filter((kind) => kind !== "null");
    return format ?? kinds.join(" or ");
  }

  #fields({ properties = {}, required = [] }: Schema, depth: number): string {
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `${name}${required.includes(name) ? "" : "?"}: ${this.#type(field as Referred<Schema>, depth)}`,
    );
    return `{${fields.join(", ")}}`;
  }
}

const nameOf = ({ $ref }: OpenAPIV3_1.ReferenceObject) => $ref.slice($ref.lastIndexOf("/") + 1);

const credentialNames: Record<string, string> = {
  operatorKey: "key",
  agentToken: "agent",
  ownerToken: "owner",
};

/** A connected program's scopes are those of the key that it replaces. */
function credentialsOf(security: OpenAPIV3_1.SecurityRequirementObject[]): string[] {
  const scopes = security.flatMap(({ oauth = [] }) => oauth).filter((scope) => scope !== "sell");
  return security.flatMap((way) =>
    Object.keys(way).flatMap((name) => {
      const credential = credentialNames[name];
      if (credential === undefined) return [];
      return credential === "key" && scopes.length > 0 ? `key:${scopes.join("|")}` : credential;
    }),
  );
}
