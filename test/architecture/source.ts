/** A source file's facts for the architecture rules, read with a parser instead of patterns. */
import { posix } from "node:path";
import { type Expression, type ParamPattern, parseSync, Visitor } from "oxc-parser";

export type Import = {
  specifier: string;
  /** The file's path from the repository's root, or null for a package. */
  file: string | null;
  /** The package's name without a path inside it, or null for a file. */
  package: string | null;
  /** The imported values; none for a whole module or a type. */
  names: string[];
  /** Nothing of it remains when the types are erased. */
  isTypeOnly: boolean;
};

export type Source = {
  /** From the repository's root, with forward slashes. */
  path: string;
  /** The first folder of the path; empty at the root. */
  area: string;
  imports: Import[];
  /** Members read from a plain name, such as `process.env` or `Date.now`. */
  members: Set<string>;
  /** Names that are constructed with `new` and no argument. */
  bareNews: Set<string>;
  hasAsync: boolean;
  hasDefaultExport: boolean;
  /** Exports a function whose first parameter is the use cases' `Context`. */
  isUseCase: boolean;
};

/** Reads one file. Throws if it does not parse, because it could not be checked. */
export function readSource(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  const fault = parsed.errors[0];
  if (fault !== undefined) throw new Error(`${path}: ${fault.message}`);
  const imports: Import[] = [];
  const add: AddImport = (specifier, isTypeOnly, names = []) =>
    imports.push({ specifier, isTypeOnly, names, ...resolveImport(path, specifier) });

  for (const { moduleRequest, entries } of parsed.module.staticImports) {
    // `import {} from` and `import "…"` run the module: only named types vanish.
    const values = entries.filter((entry) => !entry.isType);
    const names = values.flatMap(({ importName }) => importName.name ?? []);
    add(moduleRequest.value, entries.length > 0 && values.length === 0, names);
  }
  for (const { entries } of parsed.module.staticExports) {
    for (const { moduleRequest, isType, importName } of entries) {
      if (moduleRequest === null) continue;
      add(moduleRequest.value, isType, importName.name === null ? [] : [importName.name]);
    }
  }
  const source: Source = {
    path,
    area: path.includes("/") ? (path.split("/")[0] ?? "") : "",
    imports,
    members: new Set(),
    bareNews: new Set(),
    hasAsync: false,
    hasDefaultExport: false,
    isUseCase: false,
  };
  visitorOf(source, add).visit(parsed.program);
  return source;
}

type AddImport = (specifier: string, isTypeOnly: boolean, names?: string[]) => void;

function visitorOf(source: Source, add: AddImport): Visitor {
  const noteFunction = (node: { async: boolean }) => {
    source.hasAsync ||= node.async;
  };
  return new Visitor({
    MemberExpression(node) {
      if (node.object.type !== "Identifier") return;
      const property = node.computed ? literalOf(node.property) : nameOf(node.property);
      source.members.add(`${node.object.name}.${property ?? "?"}`);
    },
    VariableDeclarator(node) {
      // `const { env } = process` reads the same member.
      if (node.id.type !== "ObjectPattern" || node.init?.type !== "Identifier") return;
      for (const property of node.id.properties) {
        const name = property.type === "Property" ? nameOf(property.key) : null;
        source.members.add(`${node.init.name}.${name ?? "?"}`);
      }
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.arguments.length === 0) {
        source.bareNews.add(node.callee.name);
      }
    },
    FunctionDeclaration: noteFunction,
    FunctionExpression: noteFunction,
    ArrowFunctionExpression: noteFunction,
    AwaitExpression() {
      source.hasAsync = true;
    },
    ImportExpression(node) {
      // A computed address names no module, so no rule can check it.
      const specifier = literalOf(node.source);
      if (specifier !== null) add(specifier, false);
    },
    TSImportType(node) {
      add(node.source.value, true);
    },
    ExportDefaultDeclaration() {
      source.hasDefaultExport = true;
    },
    ExportNamedDeclaration(node) {
      const { declaration } = node;
      if (declaration?.type !== "FunctionDeclaration") return;
      source.isUseCase ||= takesContext(declaration.params[0]);
    },
  });
}

function takesContext(parameter: ParamPattern | undefined): boolean {
  if (parameter?.type !== "Identifier") return false;
  const type = parameter.typeAnnotation?.typeAnnotation;
  return (
    type?.type === "TSTypeReference" &&
    type.typeName.type === "Identifier" &&
    type.typeName.name === "Context"
  );
}

function nameOf(node: { type: string } & object): string | null {
  return node.type === "Identifier" && "name" in node ? String(node.name) : null;
}

function literalOf(node: Expression | { type: string }): string | null {
  if (node.type !== "Literal" || !("value" in node)) return null;
  return typeof node.value === "string" ? node.value : null;
}

function resolveImport(from: string, specifier: string): Pick<Import, "file" | "package"> {
  if (specifier.startsWith(".")) {
    return { file: posix.join(posix.dirname(from), specifier), package: null };
  }
  const parts = specifier.split("/");
  const isScoped = specifier.startsWith("@");
  return { file: null, package: parts.slice(0, isScoped ? 2 : 1).join("/") };
}
