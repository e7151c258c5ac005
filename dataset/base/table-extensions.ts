/** Extensions of files that hold tables, and of their compressed forms, as parts of a pattern. */
import { tableExtensions as extensions } from "../../market/profile/formats.ts";

export const tableExtensions = extensions.join("|");
/** Any text may have these. */
export const textExtensions = "txt|dat|data|text";
export const compressedExtensions = "gz|zst|bz2|xz";
/** Tables, or descriptions of other files. */
export const markupExtensions = "xml|html?|ya?ml";
