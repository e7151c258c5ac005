/** The TypeScript SDK's types and its table of operations, from the contracts. */
import { z } from "zod";
import type { Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import { problems } from "../../market/problem/problems.ts";
import { comment, type JsonSchema, typeText } from "./type-text.ts";

const head = "// Written by `bun run docs` from market/*/contract.ts.\n";

/** Redirects and files are not called as operations: `download` follows them. */
export const callable = contracts
  .flatMap((one): Op[] => Object.values(one))
  .filter(({ status, answer }) => status !== 302 && !(answer instanceof z.ZodUndefined))
  .toSorted((one, other) => one.id.localeCompare(other.id));

type Direction = "input" | "output";

/** Named schemas once; the same name with another shape as input gets the suffix `Input`. */
function collectTypes() {
  const texts = new Map<string, string>();
  const comments = new Map<string, string>();

  function textOf(schema: z.ZodType, io: Direction): string {
    const { $defs = {}, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const { override } = z.globalRegistry.get(zodSchema) ?? {};
        if (override !== undefined) Object.assign(jsonSchema, override);
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const shown = new Map(Object.keys($defs).map((name) => [name, name]));
    const nameOf = (ref: string) => shown.get(ref.replace("#/$defs/", "")) ?? "unknown";
    for (const [name, definition] of Object.entries($defs)) {
      const text = typeText(definition, nameOf);
      const known = texts.get(name);
      if (known !== undefined && known !== text) shown.set(name, `${name}Input`);
      const as = nameOf(name);
      texts.set(as, as === name ? text : typeText(definition, nameOf));
      comments.set(as, comment(definition.description));
    }
    return typeText(rest, nameOf, 2);
  }

  return {
    textOf,
    declarations: () =>
      [...texts]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([name, text]) => `${comments.get(name) ?? ""}export type ${name} = ${text};\n`)
        .join("\n"),
  };
}

export function sdkTypes(): string {
  const { textOf, declarations } = collectTypes();
  const operations = callable.map((op) => {
    const parts = [
      ["params", op.params, "input"],
      [
        "query",
        Object.keys((op.query as z.ZodObject).shape ?? {}).length === 0 ? undefined : op.query,
        "input",
      ],
      ["body", op.body, "input"],
    ] as const;
    const taken = parts.flatMap(([name, schema, io]) => {
      if (schema === undefined) return [];
      const isOptional =
        schema.safeParse(undefined).success || (name === "query" && schema.safeParse({}).success);
      const text = textOf(
        schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema,
        io,
      );
      return [`    ${name}${isOptional ? "?" : ""}: ${text};`];
    });
    const others = Object.values(op.alsoGives ?? {}).flatMap((other) =>
      typeof other === "string" ? [] : [textOf(other.answer, "output")],
    );
    const answer = [textOf(op.answer, "output"), ...others].join(" | ");
    return `${comment(`${op.summary}. ${op.gives}`, 1)}  ${op.id}: {\n${[...taken, `    answer: ${answer};`].join("\n")}\n  };`;
  });
  return [
    head,
    declarations(),
    `/** What each operation takes and answers. */\nexport type Operations = {\n${operations.join("\n")}\n};\n`,
    `export type ProblemCode =\n${Object.keys(problems)
      .map((code) => `  | "${code}"`)
      .join("\n")};\n`,
  ].join("\n");
}

/** `safe`: a repeat changes nothing more. `key`: it needs the same `Idempotency-Key`. */
export function repeatOf({ method, idempotent, tool }: Op): "safe" | "key" | "never" {
  if (idempotent === true) return "key";
  if (method !== "POST" && method !== "PATCH") return "safe";
  return tool?.effect.startsWith("reads") ? "safe" : "never";
}

export function sdkOperations(): string {
  const rows = callable.map((op) => {
    const facts = { method: op.method, path: op.path, repeat: repeatOf(op), msMax: op.tryMsMax };
    const text = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return `  ${op.id}: { ${text.join(", ")} },`;
  });
  return `${head}import type { Operations } from "./types.ts";

type Facts = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  repeat: "safe" | "key" | "never";
  msMax: number;
};

export const operations: Record<keyof Operations, Facts> = {
${rows.join("\n")}
};
`;
}
