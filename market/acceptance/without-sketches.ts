import type { AcceptanceTerms, Check, Property } from "./schemas.ts";

/** The contract without the buyer's values. */
export function withoutSketches({ schema }: AcceptanceTerms): AcceptanceTerms {
  const mask = (properties: Property[]) =>
    properties.map(({ quality, ...property }) =>
      quality === undefined ? property : { ...property, quality: quality.map(withoutSketch) },
    );
  return {
    schema: schema.map(({ properties, ...table }) =>
      properties === undefined ? table : { ...table, properties: mask(properties) },
    ),
  };
}

function withoutSketch(check: Check): Check {
  if (check.arguments?.sketch === undefined) return check;
  const { arguments: _, ...shown } = check;
  return shown;
}
