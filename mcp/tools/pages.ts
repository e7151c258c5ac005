/** Said after a page that is not the last; tools walk lists by the cursor of the page before. */
export function moreOf({ next_cursor: next }: { next_cursor: string | null }): string {
  return next === null ? "" : ` There are more: cursor=${next}.`;
}
