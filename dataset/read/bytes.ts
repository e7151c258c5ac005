/** Byte values of the characters in text formats, by their Unicode names. */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const RECORD_SEPARATOR = 30;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const COMMA = 44;
export const PLUS = 43;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
export const NINE = 57;
export const COLON = 58;
export const OPEN_ARRAY = 91;
export const BACKSLASH = 92;
export const CLOSE_ARRAY = 93;
export const UPPER_E = 69;
export const LOWER_E = 101;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
