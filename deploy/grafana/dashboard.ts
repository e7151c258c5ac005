/** Creates the dashboard in Grafana's JSON format from the table of panels. */
import type { Panel, Row } from "./panel.ts";
import { rows } from "./panels.ts";

const source = { type: "prometheus", uid: "$source" };
/** Grafana's grid has 24 columns. */
const columns = 24;
const statWidth = 4;
const graphWidth = 12;
const statHeight = 4;
const graphHeight = 8;
const schemaVersion = 39;

type Place = { x: number; y: number; w: number; h: number };

/** The intended contents of `deploy/grafana/dashboard.json`. */
export function dashboard(): object {
  return {
    uid: "dataset-market",
    title: "Dataset market",
    description: "Made by deploy/grafana/main.ts. Alerts are explained in docs/runbook.md.",
    tags: ["dataset-market"],
    schemaVersion,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "source", label: "Source", type: "datasource", query: "prometheus" }],
    },
    panels: layOut(rows),
  };
}

function layOut(table: Row[]): object[] {
  const laid: object[] = [];
  let y = 0;
  for (const { title, panels } of table) {
    laid.push(panelBase(laid.length, title, "row", { x: 0, y, w: columns, h: 1 }));
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of panels) {
      const isStat = isSingle(title);
      const [w, h] = isStat ? [statWidth, statHeight] : [graphWidth, graphHeight];
      if (x + w > columns) {
        x = 0;
        y += height;
      }
      laid.push(draw(panel, isStat, laid.length, { x, y, w, h }));
      x += w;
      height = h;
    }
    y += height;
  }
  return laid;
}

/** The first row consists of single numbers. */
const isSingle = (row: string) => row === "Now";

function panelBase(index: number, title: string, type: string, gridPos: Place) {
  return { id: index + 1, type, title, gridPos };
}

function draw(panel: Panel, isStat: boolean, index: number, place: Place): object {
  const { lines, unit, redFrom } = panel;
  const steps = [
    { color: "green", value: null },
    ...(redFrom === undefined ? [] : [{ color: "red", value: redFrom }]),
  ];
  return {
    ...panelBase(index, panel.title, isStat ? "stat" : "timeseries", place),
    datasource: source,
    fieldConfig: {
      defaults: {
        unit,
        thresholds: { mode: "absolute", steps },
      },
      overrides: [],
    },
    options: isStat
      ? { reduceOptions: { calcs: ["lastNotNull"] }, colorMode: "background" }
      : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
    targets: lines.map(([expr, legendFormat], line) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + line),
      datasource: source,
      expr,
      legendFormat: legendFormat === "" ? "__auto" : legendFormat,
    })),
  };
}
