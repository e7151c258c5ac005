/** The elements of an XML file by their paths, and those among them that repeat: its tables. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { XmlListener } from "./parse-xml.ts";

const format = "xml";

/** All elements with the same path. */
export class ElementNode {
  readonly name: string;
  readonly children = new Map<string, ElementNode>();
  readonly attributes = new Set<string>();
  count = 0;
  /** Whether an element holds several of them. */
  repeats = false;
  /** The attribute that names the value in each of them: `<field name="year">1999</field>`. */
  keyAttribute: string | null = null;
  hasText = false;
  /** Characters of text and attributes in them. */
  chars = 0;
  /** The element that held the last one. */
  #lastParent = -1;

  constructor(name: string) {
    this.name = name;
  }

  enter(parent: number): void {
    this.count++;
    if (this.#lastParent === parent) this.repeats = true;
    this.#lastParent = parent;
  }

  /** Call for each element: a name that only some have names nothing. */
  noteAttributes(names: Readonly<Record<string, string>>): void {
    const key = ["name", "key"].find((name) => Object.hasOwn(names, name)) ?? null;
    if (this.count === 1) this.keyAttribute = key;
    else if (this.keyAttribute !== key) this.keyAttribute = null;
    for (const name in names) {
      if (!name.startsWith("xmlns")) this.attributes.add(name);
    }
  }

  /** Elements that give their parent a value by name. */
  get isNamedValue(): boolean {
    return this.keyAttribute !== null && this.repeats && this.hasText && this.children.size === 0;
  }
}

/** Collects the outline of a file. */
export class XmlOutline implements XmlListener {
  readonly root = new ElementNode("");
  readonly #limits: DatasetLimits;
  readonly #path: { node: ElementNode; id: number }[] = [{ node: this.root, id: 0 }];
  #nodes = 0;
  #elements = 0;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#path.at(-1) ?? { node: this.root, id: 0 };
    const node = parent.node.children.get(name) ?? this.#add(parent.node, name);
    node.enter(parent.id);
    node.noteAttributes(attributes);
    for (const key in attributes) node.chars += attributes[key]?.length ?? 0;
    this.#path.push({ node, id: ++this.#elements });
  }

  text(part: string): void {
    const last = this.#path.at(-1);
    if (last === undefined) return;
    last.node.chars += part.length;
    last.node.hasText ||= part.trim() !== "";
  }

  close(): void {
    this.#path.pop();
  }

  #add(parent: ElementNode, name: string): ElementNode {
    if (++this.#nodes > this.#limits.columnsMax) {
      throw limitRefusal(this.#limits, "columnsMax", null, format);
    }
    const node = new ElementNode(name);
    parent.children.set(name, node);
    return node;
  }
}

/** Elements that repeat while none around them does, with their paths. */
export function tablesOf(outline: XmlOutline): Map<ElementNode, string> {
  const found = new Map<ElementNode, string>();
  const visit = (node: ElementNode, path: string): void => {
    for (const child of node.children.values()) {
      const own = path === "" ? child.name : `${path}/${child.name}`;
      if (child.repeats) found.set(child, own);
      else visit(child, own);
    }
  };
  visit(outline.root, "");
  return found;
}

/** All characters in elements of this path. */
export function charsIn(node: ElementNode): number {
  let chars = node.chars;
  for (const child of node.children.values()) chars += charsIn(child);
  return chars;
}
