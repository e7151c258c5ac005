/** The Python SDK's operations, types and errors, from the contracts. */
import { z } from "zod";
import type { Op } from "../../market/contract/contract.ts";
import { problems } from "../../market/problem/problems.ts";
import { callable, repeatOf } from "./sdk.ts";

type JsonSchema = { [member: string]: unknown };

const head = '"""Written by `bun run docs` from market/*/contract.ts."""\n';
const keywords = new Set(["from", "import", "global", "class", "in", "is", "as", "not", "or"]);

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascal = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) =>
    letter.toUpperCase(),
  );
const argument = (name: string) => {
  const plain = name.replaceAll(/\W/g, "_");
  return keywords.has(plain) ? `${plain}_` : plain;
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = z.globalRegistry.get(zodSchema) ?? {};
      if (override !== undefined) Object.assign(jsonSchema, override);
    },
  }) as JsonSchema;
}

const scalars: Record<string, string> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

/** Each object of an answer is a TypedDict; objects within are named after their place. */
class Types {
  readonly #classes = new Map<string, string>();

  /** The type of an answer. Its `$defs` are named as they are. */
  answer(schema: z.ZodType, name: string): string {
    const { $defs = {}, ...root } = schemaOf(schema, "output");
    for (const [id, one] of Object.entries($defs as Record<string, JsonSchema>)) {
      this.#declare(pascal(id), one);
    }
    const { id } = z.globalRegistry.get(schema) ?? {};
    return this.#typeOf(root, typeof id === "string" ? pascal(id) : name);
  }

  declarations(): string {
    return [...this.#classes.values()].join("\n");
  }

  #declare(name: string, schema: JsonSchema): string {
    if (this.#classes.has(name)) return `"${name}"`;
    const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    if (schema.type !== "object" || fields.length === 0) {
      this.#classes.set(name, "");
      this.#classes.set(name, `${name} = ${this.#typeOf(schema, `${name}Item`)}\n`);
      return `"${name}"`;
    }
    this.#classes.set(name, "");
    const required = new Set((schema.required ?? []) as string[]);
    const lines = fields.map(([field, one]) => {
      const type = this.#typeOf(one, `${name}${pascal(field)}`);
      return `    ${JSON.stringify(field)}: ${required.has(field) ? type : `NotRequired[${type}]`},`;
    });
    const text = `${name} = TypedDict("${name}", {\n${lines.join("\n")}\n})\n`;
    this.#classes.set(name, text);
    return `"${name}"`;
  }

  #typeOf(schema: JsonSchema, name: string): string {
    const { $ref, enum: values, anyOf, oneOf, type } = schema;
    if (typeof $ref === "string") return `"${pascal($ref.replace("#/$defs/", ""))}"`;
    if (Array.isArray(values)) return literal(values);
    if ("const" in schema) return literal([schema.const]);
    const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
    if (choices !== undefined) {
      return union(
        choices.map((one, at) => this.#typeOf(one, at === 0 ? name : `${name}${at + 1}`)),
      );
    }
    if (Array.isArray(type)) {
      return union(type.map((one) => this.#typeOf({ ...schema, type: one }, name)));
    }
    if (type === "array") {
      const items = itemsOf(schema);
      return `List[${items === null ? "Any" : this.#typeOf(items, `${name}Item`)}]`;
    }
    if (type === "object" && schema.properties !== undefined) return this.#declare(name, schema);
    if (type === "object") return "Dict[str, Any]";
    return scalars[String(type)] ?? "Any";
  }
}

/** Null for a tuple, whose items differ by place. */
function itemsOf({ items }: JsonSchema): JsonSchema | null {
  const isSchema = typeof items === "object" && items !== null && !Array.isArray(items);
  return isSchema ? (items as JsonSchema) : null;
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return JSON.stringify(value);
  });
  return `Literal[${texts.join(", ")}]`;
}

/** `Union[…]`, since names in quotes cannot be joined by `|`. */
function union(parts: string[]): string {
  const different = [...new Set(parts)];
  if (different.includes("Any")) return "Any";
  return different.length === 1 ? String(different[0]) : `Union[${different.join(", ")}]`;
}

/** Inputs are plain: their shapes are checked by the server, which names the field at fault. */
function inputType(schema: JsonSchema): string {
  const { enum: values, anyOf, oneOf, type } = schema;
  if (Array.isArray(values)) return literal(values);
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return union(choices.map(inputType));
  if (Array.isArray(type)) return union(type.map((one) => inputType({ ...schema, type: one })));
  if (type === "array") {
    const items = itemsOf(schema);
    return `Sequence[${items === null ? "Any" : inputType(items)}]`;
  }
  if (type === "object") return "Mapping[str, Any]";
  return scalars[String(type)] ?? "Any";
}

type Argument = {
  name: string;
  field: string;
  part: "query" | "body";
  type: string;
  required: boolean;
};

function fieldsOf(schema: z.ZodType | undefined, part: "query" | "body"): Argument[] | null {
  if (schema === undefined) return [];
  const { $ref = "", $defs = {}, ...root } = schemaOf(schema, "input");
  const named = ($defs as Record<string, JsonSchema>)[String($ref).replace("#/$defs/", "")];
  const { properties, required = [], type } = named ?? root;
  if (type !== "object") return null;
  const isOptional = part === "body" && schema.safeParse(undefined).success;
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([field, one]) => ({
    name: argument(field),
    field,
    part,
    type: inputType(one),
    required: !isOptional && (required as string[]).includes(field),
  }));
}

function methodOf(op: Op, answer: string, kind: "sync" | "async"): string {
  const params = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const query = fieldsOf(op.query, "query") ?? [];
  const body = fieldsOf(op.body, "body");
  const taken = new Set([...params, ...query.map(({ name }) => name)]);
  const ofBody = (body ?? []).map((one) => ({
    ...one,
    name: taken.has(one.name) ? `${one.name}_` : one.name,
  }));
  const whole = body === null ? [{ name: "body", type: "Any", required: true }] : [];
  const named = [...query, ...ofBody, ...whole].toSorted(
    (one, other) => Number(other.required) - Number(one.required),
  );
  const keys = named.map(({ name, type, required }) =>
    required ? `${name}: ${type}` : `${name}: Union[${type}, NotGiven] = NOT_GIVEN`,
  );
  if (op.idempotent === true) keys.push("idempotency_key: Optional[str] = None");
  const inputs = [
    "self",
    ...params.map((name) => `${name}: str`),
    ...(keys.length > 0 ? ["*"] : []),
  ];
  const pairs = (items: readonly Argument[]) =>
    `{${items.map(({ field, name }) => `${JSON.stringify(field)}: ${name}`).join(", ")}}`;
  const facts = [
    `"${op.method}"`,
    `"${op.path}"`,
    `{${params.map((name) => `"${name}": ${name}`).join(", ")}}`,
    query.length > 0 ? pairs(query) : "{}",
    body === null ? "body" : op.body === undefined ? "None" : pairs(ofBody),
    `"${repeatOf(op)}"`,
    String(op.tryMsMax / 1000),
    op.idempotent === true ? "idempotency_key" : "None",
  ];
  const type = kind === "sync" ? answer : `Awaitable[${answer}]`;
  const lines = [...inputs, ...keys].map((one) => `        ${one},`);
  return [
    `    def ${snake(op.id)}(`,
    ...lines,
    `    ) -> ${type}:`,
    `        """${`${op.summary}. ${op.gives}`.replaceAll("\\", "\\\\").replaceAll('"', "'")}"""`,
    `        return self._call(${facts.join(", ")})  # type: ignore[no-any-return]`,
    "",
  ].join("\n");
}

function answersOf(types: Types): Map<string, string> {
  return new Map(
    callable.map((op) => {
      const name = `${pascal(op.id)}Answer`;
      const others = Object.values(op.alsoGives ?? {}).flatMap((other, at) =>
        typeof other === "string" ? [] : [types.answer(other.answer, `${name}${at + 2}`)],
      );
      return [op.id, union([types.answer(op.answer, name), ...others])];
    }),
  );
}

export function pythonTypes(): string {
  const types = new Types();
  answersOf(types);
  return `${head}from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

${types.declarations()}`;
}

export function pythonOperations(): string {
  const answers = answersOf(new Types());
  const qualified = (text: string) =>
    text.replaceAll(/(?<!Literal\[[^\]]*)"([A-Z]\w*)"/g, "types.$1");
  const classOf = (name: string, kind: "sync" | "async") =>
    `class ${name}(Calls):\n${callable.map((op) => methodOf(op, qualified(answers.get(op.id) ?? "Any"), kind)).join("\n")}`;
  return `${head}from __future__ import annotations

from typing import Any, Awaitable, Dict, List, Literal, Mapping, Optional, Sequence, Union

from . import _types as types
from ._core import NOT_GIVEN, Calls, NotGiven


${classOf("Operations", "sync")}

${classOf("AsyncOperations", "async")}`;
}

export function pythonErrors(): string {
  const classes = Object.entries(problems).map(([code, { title }]) => {
    return `class ${pascal(code)}(MarketError):\n    """${title.replaceAll('"', "'")}"""\n`;
  });
  const rows = Object.keys(problems).map((code) => `    "${code}": ${pascal(code)},`);
  return `${head}from typing import Dict, Type

from .errors import MarketError


${classes.join("\n\n")}

by_code: Dict[str, Type[MarketError]] = {
${rows.join("\n")}
}
`;
}
