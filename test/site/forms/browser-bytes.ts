/** Forms with files exactly as browsers post them, byte for byte. */

export type PostedFile = {
  field: string;
  name: string;
  type: string;
  content: string | Uint8Array;
};
export type PostedForm = {
  fields: [name: string, value: string][];
  files: PostedFile[];
  /** File fields without a chosen file. */
  empty: string[];
};
export type Posted = { contentType: string; body: Uint8Array<ArrayBuffer> };

export const browsers = ["chromium", "firefox"] as const;

/** How browsers begin a boundary; the rest is random for each form. */
const boundaryStarts = {
  chromium: "----WebKitFormBoundary",
  firefox: "----geckoformboundary",
} satisfies Record<(typeof browsers)[number], string>;

/**
 * A form as a browser sends it; test/site/forms/file-forms.slow.ts compares it with a real
 * Chromium. Firefox writes the parts in the same way (HTML, "multipart/form-data encoding
 * algorithm"): a field without a chosen file is a part with an empty file name and the type
 * application/octet-stream.
 */
export function postedBy(
  browser: (typeof browsers)[number],
  { fields, files, empty }: PostedForm,
  drawn = crypto.randomUUID().replaceAll("-", "").slice(0, 16),
): Posted {
  const boundary = boundaryStarts[browser] + drawn;
  const lines = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n");
  const quoted = (name: string) =>
    name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
  const part = (head: string, content: string | Uint8Array) => [
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`,
    content,
    "\r\n",
  ];
  const filePart = ({ field, name, type, content }: PostedFile) =>
    part(`name="${quoted(field)}"; filename="${quoted(name)}"\r\nContent-Type: ${type}`, content);
  const nothing = { name: "", type: "application/octet-stream", content: "" };
  const body = [
    ...fields.map(([name, value]) => part(`name="${quoted(name)}"`, lines(value))),
    ...files.map(filePart),
    ...empty.map((field) => filePart({ ...nothing, field })),
    `--${boundary}--\r\n`,
  ].flat();
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Uint8Array(
      Buffer.concat(body.map((one) => (typeof one === "string" ? Buffer.from(one) : one))),
    ),
  };
}
