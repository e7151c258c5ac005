/** A short document of facts, as it is drawn; all texts may come from strangers. */
export type PdfDocument = {
  title: string;
  /** Shown over the title. */
  issuer: string;
  createdAt: Date;
  sections: PdfSection[];
  /** Shown at the end if the font lacks a character of the document. */
  missingNote: string;
  /** Shown at the bottom of each page, before its number. */
  footer: string;
  /** Files that the document carries. */
  attachments: { name: string; mediaType: string; content: string }[];
};

/** Rows of label and value, or plain paragraphs. */
export type PdfSection = { title: string; rows: [label: string, value: string][]; notes: string[] };
