/** The page in which Swagger UI opens the OpenAPI document. */
import { SITE_NAME } from "../kit/layout.tsx";
import { assetPath } from "../kit/respond.ts";

export function ReferencePage(): JSX.Element {
  return (
    <>
      {"<!doctype html>"}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`API console · ${SITE_NAME}`}</title>
          <link rel="icon" href={assetPath("icon.svg")} type="image/svg+xml" />
          <link rel="stylesheet" href="/reference/swagger-ui.css" />
          <link rel="stylesheet" href="/reference/frame.css" />
        </head>
        <body>
          <header class="way-back">
            <a href="/reference">‹ API reference</a>
            <nav aria-label="Site">
              <a href="/datasets">Datasets</a> <a href="/connect">Connect an agent</a>{" "}
              <a href="/problems">Problem codes</a>
            </nav>
            <div class="intro">
              <h1>API console</h1>
              <p>
                Sends calls to this API from your browser. Each operation is described in{" "}
                <a href="/reference">the reference</a>.
              </p>
              <noscript>
                <p>
                  This page needs JavaScript. The same information is in{" "}
                  <a href="/openapi.json">the OpenAPI document</a>.
                </p>
              </noscript>
              <h2>Operations</h2>
            </div>
          </header>
          <div id="reference"></div>
          <script src="/reference/swagger-ui-bundle.js"></script>
          <script src="/reference/start.js"></script>
        </body>
      </html>
    </>
  );
}
