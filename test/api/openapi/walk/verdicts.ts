/**
 * Finds what is wrong with an answer according to the document: status, headers, schema, or
 * unexpected success.
 */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Answer, Json } from "../../../support/api.ts";
import { closedOpenapi } from "../../../support/documents/openapi.ts";
import { expectDocumentedHeaders } from "../../contract/headers.ts";
import type { Place, WalkRequest } from "./requests.ts";

export function openJudge(components: Json) {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: "sent:", components });
  ajv.addSchema({ $id: "answered:", components: closedOpenapi(components) });
  const compiled = new Map<string, ValidateFunction>();

  function fits(schema: object, direction: "sent" | "answered"): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components', `"${direction}:#/components`);
    const made = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, made);
    return made;
  }

  function shapeFault({ operation }: Place, answer: Answer): string | null {
    const { content } = operation.responses[String(answer.status)] ?? {};
    const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
    if (content === undefined) return answer.text === "" ? null : `a body of ${type}`;
    const media = content[type];
    if (media === undefined) return `${type} is not documented`;
    if (!type.endsWith("json")) return null;
    const check = fits(closedOpenapi(media.schema), "answered");
    const value: unknown = JSON.parse(answer.text);
    return check(value) ? null : ajv.errorsText(check.errors);
  }

  /** The service accepted a request that the document forbids, so one of the two is wrong. */
  function wasWronglyTaken({ operation }: Place, { sent }: WalkRequest, answer: Answer): boolean {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (schema === undefined || sent === undefined || answer.status >= 300) return false;
    return !fits(schema, "sent")(JSON.parse(JSON.stringify(sent)));
  }

  return function faultsOf(place: Place, request: WalkRequest, answer: Answer): string[] {
    const { operation } = place;
    // No worker of the tests answers queries.
    if (answer.body.code === "queries_unavailable") return [];
    if (answer.status >= 500) return [`${answer.status}: ${answer.text.slice(0, 300)}`];
    if (operation.responses[String(answer.status)] === undefined) {
      return [`${answer.status} is not documented: ${answer.text.slice(0, 300)}`];
    }
    const shape = shapeFault(place, answer);
    return [
      ...(shape === null ? [] : [`${answer.status}, shape: ${shape}`]),
      ...headerFaults(place, answer),
      ...(wasWronglyTaken(place, request, answer) ? ["its schema forbids what was taken"] : []),
      ...problemFaults(answer),
    ];
  };
}

function headerFaults({ operation }: Place, answer: Answer): string[] {
  try {
    expectDocumentedHeaders(operation, answer);
    return [];
  } catch (error) {
    return [`${answer.status}, headers: ${String(error).slice(0, 300)}`];
  }
}

function problemFaults({ status, headers, body }: Answer): string[] {
  if (status < 400) return [];
  if (headers.get("content-type") !== "application/problem+json") return ["no problem document"];
  return body.status === status && typeof body.code === "string"
    ? []
    : ["another problem's status"];
}
