/** The names of all metrics: the code's, and those added by the runtime's collection. */

import { createRegistry } from "../../../platform/metrics.ts";
import { read, sourcePaths } from "../../support/documents/repository-files.ts";

const ours = sourcePaths
  .filter((path) => /^(?:api|mcp|workers|platform|market|db|site)\//.test(path))
  .flatMap((path) => [...read(path).matchAll(/\bname: "((?:http|market|mcp)_\w+)"/g)])
  .map(([, name = ""]) => name);

const runtime = (await createRegistry("test").getMetricsAsJSON()).map(({ name }) => name);

export const metricNames = [...ours, ...runtime];
