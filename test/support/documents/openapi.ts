type Node = { [member: string]: unknown };

/**
 * A copy of an OpenAPI document with its references to shared responses, parameters and examples
 * resolved.
 */
export function resolvedOpenapi<Document>(document: Document): Document {
  const root = document as Node;
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (
      typeof $ref === "string" &&
      /^#\/components\/(responses|examples|parameters)\//.test($ref)
    ) {
      const path = $ref.slice("#/".length).split("/");
      return resolve(path.reduce((at, part) => at[part] as Node, root));
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return resolve(document) as Document;
}

/**
 * A copy whose objects allow only the members that they document, so that validating an answer
 * finds undocumented ones: clients must tolerate them, the service must not send them.
 */
export function closedOpenapi<Document>(document: Document): Document {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (typeof value !== "object" || value === null) return value;
    const closed = Object.entries(value).map(([key, part]) => [
      key,
      key === "example" || key === "examples" ? part : close(part),
    ]);
    const isObject = "properties" in value && (value as Node).type !== undefined;
    const rest = isObject ? { additionalProperties: false } : {};
    return { ...rest, ...Object.fromEntries(closed) };
  };
  return close(document) as Document;
}
