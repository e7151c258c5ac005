/** The site's mark: a table with one row selected. */
const shapes = `<rect width="32" height="32" rx="8" fill="#0f5f8c"/>
<g fill="#fff">
<rect x="7" y="8" width="18" height="4" rx="1.5" opacity=".55"/>
<rect x="7" y="14" width="18" height="4" rx="1.5"/>
<rect x="7" y="20" width="18" height="4" rx="1.5" opacity=".55"/>
</g>`;

/** The mark as a file, for tabs and bookmarks. */
export const siteIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
${shapes}
</svg>`;

/**
 * The mark as inline SVG. A file would cost another request and another document in the browser.
 */
export const siteMark = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${shapes}</svg>`;
