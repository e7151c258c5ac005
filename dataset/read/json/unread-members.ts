/** Tells what of a JSON document is no part of the table that was read. */
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";

const namesShownMax = 5;

/** The alert that counts and names the members beside a table; none where there are none. */
export function unreadMembers(path: readonly string[], unread: readonly string[]): ProfileAlert[] {
  if (unread.length === 0) return [];
  const names = unread.slice(0, namesShownMax).map(displayName).join(", ");
  const more = unread.length > namesShownMax ? ", …" : "";
  const members =
    unread.length === 1 ? "1 other member was" : `${unread.length} other members were`;
  const from = path.map(displayName).join(".");
  const detail = `The table was read from ${from}; ${members} not read: ${names}${more}.`;
  return [{ code: "unread_members", detail }];
}
