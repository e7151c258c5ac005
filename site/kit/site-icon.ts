/** The site's mark: lines of text of different lengths. */
const lines = `<rect x="6" y="7" width="16" height="3.5" rx="1.7"/>
<rect x="6" y="12.3" width="11" height="3.5" rx="1.7"/>
<rect x="6" y="17.6" width="14" height="3.5" rx="1.7"/>`;

/** The mark as a file, for tabs and bookmarks. */
export const siteIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">
<rect width="28" height="28" rx="7" fill="#1a57b6"/><g fill="#fff">${lines}</g>
</svg>`;

/**
 * The mark as inline SVG. A file would cost another request and another document in the browser.
 */
export const siteMark = `<svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
<rect width="28" height="28" rx="7"/>${lines}</svg>`;
