/** `/openapi/{tag}.json`: one tag's operations with only the components to which they refer. */
import type { OpenAPIV3_1 } from "openapi-types";

type Node = { [member: string]: unknown };
type Components = { [kind: string]: { [name: string]: Node } };

/** `Data requests` is served as `data-requests.json`. */
export const tagFile = (tag: string): string => `${tag.toLowerCase().replaceAll(" ", "-")}.json`;

/** Leaves out the examples of refusals, half of the components; `/openapi.json` has them. */
export function tagDocument(document: OpenAPIV3_1.Document, tag: string): OpenAPIV3_1.Document {
  const responses = Object.entries(document.components?.responses ?? {});
  const bare = responses.map(([name, response]) => [name, withoutExamples(response)]);
  const all = { ...document.components, responses: Object.fromEntries(bare) };
  const paths = pathsOf(document, tag);
  const components = referredTo(paths, all as unknown as Components);
  return {
    ...document,
    info: { ...document.info, title: `${document.info.title}: ${tag}` },
    tags: (document.tags ?? []).filter(({ name }) => name === tag),
    paths,
    webhooks: {},
    components: { ...components, securitySchemes: document.components?.securitySchemes ?? {} },
  };
}

function pathsOf({ paths = {} }: OpenAPIV3_1.Document, tag: string): OpenAPIV3_1.PathsObject {
  const kept = Object.entries(paths).map(([path, item]): [string, OpenAPIV3_1.PathItemObject] => {
    const operations = Object.entries(item ?? {}).filter(([, operation]) =>
      (operation as OpenAPIV3_1.OperationObject).tags?.includes(tag),
    );
    return [path, Object.fromEntries(operations)];
  });
  return Object.fromEntries(kept.filter(([, item]) => Object.keys(item).length > 0));
}

function withoutExamples(response: OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject) {
  if ("$ref" in response) return response;
  const content = Object.entries(response.content ?? {}).map(
    ([type, { examples: _, ...media }]) => [type, media],
  );
  return { ...response, content: Object.fromEntries(content) };
}

/** The schemas to which `root` refers, directly or through others. */
export function schemasUsedBy(root: unknown, schemas: object): object {
  return referredTo(root, { schemas: schemas as Components[string] }).schemas ?? {};
}

const prefix = "#/components/";

function referredTo(root: unknown, all: Components): Components {
  const found: Components = {};
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Node;
    if (typeof $ref !== "string" || !$ref.startsWith(prefix)) {
      for (const part of Object.values(value)) visit(part);
      return;
    }
    const [kind = "", name = ""] = $ref.slice(prefix.length).split("/");
    const target = all[kind]?.[name];
    if (target === undefined) throw new Error(`nothing at ${$ref}`);
    if (found[kind]?.[name] !== undefined) return;
    found[kind] = { ...found[kind], [name]: target };
    visit(target);
  };
  visit(root);
  return found;
}
