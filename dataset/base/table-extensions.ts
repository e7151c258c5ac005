/** Extensions of files that hold tables, and of their compressed forms, as parts of a pattern. */
import { tableExtensions as extensions } from "../../market/profile/formats.ts";

export const tableExtensions = extensions.join("|");
/** Any text may have these. */
export const textExtensions = "txt|dat|data|text";
export const compressedExtensions = "gz|zst|bz2|xz";
/** Tables, or descriptions of other files. */
export const markupExtensions = "xml|html?|ya?ml";
export const audioExtensions = "mp3|wav|flac|ogg|oga|opus|m4a|aac|aiff?|wma";
/** Collections of files that are a row each, unless there are tables. */
export const mediaExtensions = `${audioExtensions}|pdf`;
