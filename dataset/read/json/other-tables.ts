import { counted } from "../../../market/counted.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import type { ObjectOutline } from "./object-outline.ts";
import { type FoundTable, keyText } from "./table-shapes.ts";

const tablesShownMax = 8;
const pathCharactersMax = 80;

/** The alert about tables and values of a document that were not read; null if there are none. */
export function otherTablesAlert(
  read: FoundTable,
  { tables, tablesBeyond }: Pick<ObjectOutline, "tables" | "tablesBeyond">,
  documentValues: number,
): ProfileAlert | null {
  const values = documentValues - read.values;
  if (values <= 0) return null;
  const others = tables.filter((table) => table !== read && table.values > 0);
  const shown = others.toSorted((a, b) => b.weight - a.weight).slice(0, tablesShownMax);
  const listed = shown.map((table) => `${pathText(table)} (${counted(table.records, "record")})`);
  const unlisted = others.length - shown.length + tablesBeyond;
  if (unlisted > 0) listed.push(`${counted(unlisted, "more table")}`);
  const among = listed.length > 0 ? `, among them ${listed.join(", ")}` : "";
  const what = `Only ${pathText(read)} (${counted(read.records, "record")}) is read`;
  const detail = `${what}; the document also has ${counted(values, "value")} outside of it${among}.`;
  return { code: "unread_members", detail };
}

function pathText({ path }: FoundTable): string {
  const text = path.length > 0 ? displayName(path.map(keyText).join(".")) : "the document itself";
  return text.length > pathCharactersMax
    ? `${text.slice(0, pathCharactersMax).toWellFormed()}…`
    : text;
}
