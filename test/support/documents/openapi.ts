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
