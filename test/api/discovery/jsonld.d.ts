/** The package ships no types; these cover what the tests use. */
declare module "jsonld" {
  type Node = Record<string, unknown>;
  type Options = { base?: string; documentLoader?: (url: string) => Promise<never> };
  const jsonld: { expand(document: unknown, options?: Options): Promise<Node[]> };
  export = jsonld;
}
