/** Says that a page is not the last; tools walk lists by the previous page's cursor. */
export function moreOf({ next_cursor: next }: { next_cursor: string | null }): string {
  return next === null ? "" : ` There are more: cursor=${next}.`;
}
