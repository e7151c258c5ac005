/**
 * Checks a text's colours once per look and tab: checking every text of every page again takes most
 * of axe-core's time.
 */

/**
 * Defines `looks` in a tab. A text's look is everything its verdict depends on: colour, size and
 * weight, all backgrounds up to the root, and for links the surrounding text. Only a look that
 * axe-core passed counts as checked; for undecided ones, only the same markup in the same place.
 */
export const defineLooks = `(() => {
  const judged = new Set();
  const kindOf = (element) => element.localName + "." + element.getAttribute("class");
  // One character alone is never told.
  const hasText = ({ childNodes }) => [...childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1);
  const isText = (element) => hasText(element) || element.matches("select, textarea") ||
    element.matches("input:not([type=radio], [type=checkbox], [type=hidden])");
  /** Of what is clipped to a point, for screen readers alone, nobody sees the colours. */
  const isPoint = (element, { clipPath }) => {
    if (clipPath === "none") return false;
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 && height <= 1;
  };
  const surfaceOf = ({ backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position }) =>
    [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join();

  /** Links in running text are told from it, too. */
  const linkOf = (element, { textDecorationLine, borderBottom }) => {
    if (!element.matches("a, [role=link]")) return "";
    let block = element.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    if (block.textContent.trim().length <= element.textContent.trim().length) return "";
    const { color, fontWeight } = getComputedStyle(block);
    return [textDecorationLine, borderBottom, color, fontWeight].join();
  };
  const lookOf = (element, style, surfaces) => {
    const { color, fontSize, fontWeight, textShadow } = style;
    const own = [color, fontSize, fontWeight, textShadow, linkOf(element, style)];
    return [...own, surfaces.get(element)].join("|");
  };
  const placeOf = (element) => {
    const kinds = [];
    for (let one = element; one !== null; one = one.parentElement) kinds.push(kindOf(one));
    return kinds.join(" ") + element.outerHTML;
  };

  globalThis.looks = {
    /** The texts that are drawn and were not judged in this scheme, with their looks. */
    findNew() {
      const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const surfaces = new Map();
      const unseen = new Set();
      const found = new Map();
      for (const element of document.querySelectorAll("html, body, body *")) {
        const parent = element.parentElement;
        const style = getComputedStyle(element);
        if (unseen.has(parent) || isPoint(element, style)) unseen.add(element);
        if (unseen.has(element) || !element.checkVisibility()) continue;
        const behind = surfaces.get(parent) ?? "";
        const surface = surfaceOf(style);
        surfaces.set(element, behind.endsWith(surface) ? behind : behind + ";" + surface);
        if (!isText(element)) continue;
        const look = scheme + "|" + lookOf(element, style, surfaces);
        if (!judged.has(look) && !judged.has(look + placeOf(element))) found.set(element, look);
      }
      return found;
    },
    markJudged(found, passes) {
      const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
      for (const [element, look] of found) {
        judged.add(passed.has(element) ? look : look + placeOf(element));
      }
    },
  };
})()`;
