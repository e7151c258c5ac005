/** Items of a page of a Delta Sharing list. */
export const SHARING_PAGE_MAX = 100;
