/** Apart from the schemas, because a profile's child does not load their library. */

/** The most periods of a series, places and outline positions of a map, and labels of pictures. */
export const SERIES_PERIODS_MAX = 120;
export const SERIES_LINES_MAX = 8;
export const PLACES_MAX = 300;
export const OUTLINE_POSITIONS_MAX = 3000;
export const PICTURE_LABELS_MAX = 50;
export const TABLE_LINKS_MAX = 100;
export const CARD_TABLES_MAX = 6;
export const CARD_PICTURES_MAX = 6;
/** Places, top values and characters of text on a card. */
export const CARD_PLACES_MAX = 80;
export const CARD_SHARES_MAX = 4;
export const CARD_TEXT_CHARS_MAX = 240;
