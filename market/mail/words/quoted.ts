/** Quotes a stranger's text line by line, so that it cannot pass as the marketplace's own. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join("\n");
