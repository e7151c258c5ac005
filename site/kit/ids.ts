import { MarketError, type ProblemCode } from "../../market/errors.ts";

const ID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return ID_SHAPE.test(text);
}

/** The address's `id`, or another of its parameters. Throws `code` for an impossible id. */
export function idOf(
  { params }: { params: Record<string, string | undefined> },
  code: ProblemCode,
  detail: string,
  name = "id",
): string {
  return readId(params[name] ?? "", code, detail);
}

/** Reads an id from an address. Throws `code` for an impossible id. */
export function readId(given: string, code: ProblemCode, detail: string): string {
  const id = given.toLowerCase();
  if (!isId(id)) throw new MarketError(code, detail);
  return id;
}
