/** The frame of the stand-ins' pages. */

/** A whole HTML document. `title` is escaped; `body` is HTML that the caller has escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
label { display: block; font-weight: 600; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin: .25rem 0 1rem; }
button { font: inherit; padding: .5rem 1rem; margin-right: .5rem; }
[role=alert] { border-left: .25rem solid #b91c1c; padding-left: .75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
iframe { width: 100%; height: 28rem; border: 1px solid #8888; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8884; padding: .75rem; }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>`;
}
