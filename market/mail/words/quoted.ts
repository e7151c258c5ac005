/** How a mail shows somebody's own words. Pure. */

/** Each line is marked: no text passes its words off as the marketplace's own. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join("\n");
