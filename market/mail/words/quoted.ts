/** How mails cite what people wrote. Pure. */

/** Each line is marked: nobody's words pass for the marketplace's own. */
export const quoted = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join("\n");
