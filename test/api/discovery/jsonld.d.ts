/** The package has no types of its own; this is what the tests use of it. */
declare module "jsonld" {
  type Node = Record<string, unknown>;
  type Options = { base?: string; documentLoader?: (url: string) => Promise<never> };
  const jsonld: { expand(document: unknown, options?: Options): Promise<Node[]> };
  export = jsonld;
}
