/** `maxResults` of a Delta Sharing list; a page without it has as many. */
export const SHARING_PAGE_MAX = 100;
