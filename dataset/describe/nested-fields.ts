/** The fields inside a nested column, with what may be shown for each path. */

import type { FieldType, Nested, NestedField } from "../../market/profile/nested-schemas.ts";
import { masksColumn } from "../../market/profile/rules.ts";
import type { ColumnProfile, PiiKind } from "../../market/profile/schemas.ts";
import type { NestedTexts } from "../measure/nested-sample.ts";
import { isImpersonal } from "../measure/personal/hide.ts";
import { FieldNode, newRoom } from "./field-tree.ts";

const fieldsMax = 200;
/** In a paid file, statistics of fewer numbers, or of equal ones, would reveal single values. */
const shownNumbersMin = 20;
/** Longer keys are cut, because a path is for people to read. */
const keyCharsMax = 100;

/** How the column may be shown: no values of a paid file, no personal data in its keys. */
type FieldVisibility = {
  paid: boolean;
  /** Whether the column is hidden as a whole. */
  hidden: boolean;
  kinds: ReadonlySet<PiiKind>;
  exact: boolean;
};

/** The fields of a nested column, in order of appearance; null for a column without values. */
export function describeNested(
  profile: Pick<ColumnProfile, "name" | "type" | "pii">,
  texts: NestedTexts | undefined,
  paid: boolean,
): Nested | null {
  if (!texts || texts.texts.length === 0) return null;
  const root = new FieldNode();
  const room = newRoom();
  for (const text of texts.texts) root.add(JSON.parse(text), room);
  const telling: FieldVisibility = {
    paid,
    hidden: masksColumn(paid, profile.type, profile.pii),
    kinds: new Set(profile.pii.map(({ kind }) => kind)),
    exact: texts.exact,
  };
  const fields: NestedField[] = [];
  const found = collect(root, segmentOf(profile.name).replace(/^\./, ""), telling, fields);
  return {
    method: texts.exact ? "exact" : "sample",
    values_read: texts.texts.length,
    array_length: root.items.result(),
    map_keys: root.mapValues ? root.keyCounts.result() : null,
    fields_found: found + (room.leftOut > 0 ? 1 : 0),
    fields,
  };
}

/** Adds the fields below a node and returns their number, listed or not. */
function collect(
  node: FieldNode,
  path: string,
  telling: FieldVisibility,
  into: NestedField[],
): number {
  const inner: [path: string, node: FieldNode, parents: number][] = [];
  for (const [key, child] of node.children) {
    inner.push([path + segmentOf(shownKey(key, telling)), child, node.objects]);
  }
  const { mapValues, elements } = node;
  if (mapValues) inner.push([`${path}.*`, mapValues, sumOf(node.keyCounts.result(), node.objects)]);
  if (elements) {
    const arrays = node.types.get("array") ?? 0;
    inner.push([`${path}[]`, elements, sumOf(node.items.result(), arrays)]);
  }
  let found = 0;
  for (const [innerPath, child, parents] of inner) {
    found++;
    if (into.length < fieldsMax) into.push(fieldOf(child, innerPath, parents, telling));
    found += collect(child, innerPath, telling, into);
  }
  return found;
}

function sumOf(lengths: { mean: number } | null, count: number): number {
  return Math.round((lengths?.mean ?? 0) * count);
}

function shownKey(key: string, { paid, kinds }: FieldVisibility): string | null {
  return paid && !isImpersonal(key, kinds) ? null : key;
}

/** A plain word follows a dot; any other key is JSON in brackets; null stands for a hidden key. */
function segmentOf(key: string | null): string {
  if (key === null) return "[hidden]";
  const shown = key.length > keyCharsMax ? `${key.slice(0, keyCharsMax)}…` : key;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
}

const noFigures = {
  distinct_count: null,
  distinct_method: null,
  min: null,
  max: null,
  mean: null,
  text_length: null,
} satisfies Partial<NestedField>;

function fieldOf(
  node: FieldNode,
  path: string,
  parents: number,
  telling: FieldVisibility,
): NestedField {
  return {
    path,
    types: typesOf(node),
    count: node.count,
    null_ratio: parents === 0 ? 0 : Math.max(0, 1 - node.count / parents),
    ...(telling.hidden ? noFigures : figuresOf(node, telling)),
    array_length: node.items.result(),
    map_keys: node.mapValues ? node.keyCounts.result() : null,
  };
}

function typesOf({ types }: FieldNode): { type: FieldType; count: number }[] {
  return [...types]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}

function figuresOf(
  node: FieldNode,
  { paid, exact }: FieldVisibility,
): Pick<NestedField, keyof typeof noFigures> {
  const hasNumbers = node.numbers > 0;
  const distinct = node.distinct.size;
  const isMeanShown = !paid || (node.numbers >= shownNumbersMin && node.min < node.max);
  return {
    distinct_count: distinct === 0 ? null : distinct,
    distinct_method: distinct === 0 ? null : exact && !node.distinctCut ? "exact" : "lower_bound",
    min: hasNumbers && !paid ? node.min : null,
    max: hasNumbers && !paid ? node.max : null,
    mean: isMeanShown ? node.mean : null,
    text_length: node.texts.result(),
  };
}
