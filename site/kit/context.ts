/** What every page is given, whatever it shows. */
/** Each subject's own context adds to it. */
export type KitContext = {
  config: { PUBLIC_BASE_URL: string; SESSION_SECRET: string };
  now: () => Date;
  /** Logs what a page did not expect, and gives the request id that the page may show. */
  reportError(error: unknown, request: Request): string | undefined;
};
