/** Charts as functions of their data: what they claim, and values that files may really have. */
import { expect, test } from "bun:test";
import type { TableReference } from "../../../market/profile/charts.ts";
import { AxisHistogram } from "../../../site/catalogue/charts/axis-histogram.tsx";
import { KeyDiagram, ReferenceList } from "../../../site/catalogue/charts/key-diagram.tsx";
import { LineChart } from "../../../site/catalogue/charts/line-chart.tsx";
import { PlacesMap } from "../../../site/catalogue/charts/places-map.tsx";
import { Bar } from "../../../site/catalogue/charts/shares.tsx";
import { SharesBar, TopValues } from "../../../site/catalogue/charts/top-values.tsx";
import { Waterfall, waterfallSteps } from "../../../site/catalogue/charts/waterfall.tsx";
import { formatNumber, formatShare } from "../../../site/kit/format.ts";

const geometry = / (?:d|x|y|x1|x2|width|height|viewBox|points)="([^"]*)"/g;

function mustBeDrawable(html: string): void {
  for (const [, value] of html.matchAll(geometry)) {
    expect(value).not.toMatch(/NaN|Infinity|undefined|null/);
  }
  expect(html).not.toContain("style=");
  expect(html.replaceAll(/"[^"]*"/g, "")).not.toContain("<b>");
}

const hostile = ["<b>x</b>", "", "عمود".repeat(500), "\u202e reversed", "a".repeat(3000)];

test("numbers have one format", () => {
  const written = [0, 1234567, -2.34567, 0.001234, 1e-9, 1e21, Number.NaN, -0.5].map(formatNumber);
  expect(written).toEqual(["0", "1,234,567", "−2.35", "0.00123", "1.0e−9", "1.0e+21", "–", "−0.5"]);
  expect([0, 0.0005, 0.5, 0.9999, 1].map((share) => formatShare(share, 1))).toEqual([
    "0 %",
    "< 0.1 %",
    "50 %",
    "> 99.9 %",
    "100 %",
  ]);
});

test("a full bar is all rows, and a thousandth is no full bar", async () => {
  const widthOf = async (share: number) =>
    (await (<Bar share={share} />)).match(/<rect width="([^"]*)"/)?.[1];
  expect(await widthOf(1)).toBe("100");
  expect(await widthOf(0.25)).toBe("25");
  expect(Number(await widthOf(0.001))).toBeLessThan(1);
  expect(await widthOf(7)).toBe("100");
  const html = await (<TopValues values={[{ value: "a", count: 1 }]} total={1000} distinct={40} />);
  expect(html).toContain("0.1 %");
  expect(html).toContain("39 more");
});

test("a histogram's axis names minimum, median and maximum where they are", async () => {
  const html = await (
    <AxisHistogram label="speed" unit="knots" edges={[0, 100, 200]} counts={[30, 10]} median={50} />
  );
  const marks = [
    ...html.matchAll(/<text class="chart-label" x="([\d.]+)"[^>]*>(\w+ \S+)<\/text>/g),
  ];
  const found = new Map(marks.map(([, x, words]) => [words, Number(x)]));
  expect([...found.keys()]).toEqual(["min 0", "median 50", "max 200"]);
  const [low = 0, middle = 0, high = 0] = [...found.values()];
  expect((middle - low) / (high - low)).toBeCloseTo(0.25, 2);
  expect(html).toContain("Histogram of speed: min 0, median 50, max 200 knots");
});

test.each([
  { name: "one value", edges: [5, 5], counts: [7], median: 5 },
  { name: "no value", edges: [], counts: [], median: null },
  { name: "huge values", edges: [-1e300, 0, 1e300], counts: [1, 2], median: 1e299 },
  { name: "times", edges: ["1990-01-08", "2002-07-25"], counts: [3], median: null },
  { name: "words that are no times", edges: ["10:00", "12:00"], counts: [3], median: null },
])("a histogram of $name draws only numbers", async ({ edges, counts, median }) => {
  for (const label of hostile) {
    mustBeDrawable(await (<AxisHistogram {...{ label, edges, counts, median }} />));
  }
});

test("parts of a waterfall multiply, each begins where the last ended, and points add up", async () => {
  const parts = [0.98, 1, 0.9, 0.999].map((share, index) => {
    return { name: `part ${index}`, share, reason: "<b>reason</b>" };
  });
  const steps = waterfallSteps(parts);
  expect(steps.at(-1)?.after).toBeCloseTo(100 * 0.98 * 0.9 * 0.999, 9);
  for (const [index, step] of steps.entries()) {
    expect(step.before).toBe(steps[index - 1]?.after ?? 100);
  }
  const html = await (<Waterfall parts={parts} />);
  mustBeDrawable(html);
  const losses = [...html.matchAll(/<strong>−(\d+)<\/strong>/g)].map(([, points]) =>
    Number(points),
  );
  expect(losses.reduce((sum, points) => sum + points, 0)).toBe(100 - Math.round(88.11));
  expect(await (<Waterfall parts={[]} />)).toContain("Nothing was deducted");
});

test("lines and their range break at gaps, and a single value is a dot", async () => {
  const times = [0, 1, 2, 3, 4].map((month) => Date.UTC(2020, month, 1));
  const values = [1, 2, null, 4, 5];
  const range = { name: "range", lows: [0, 1, null, 3, 4], highs: [2, 3, null, 5, 6] };
  const html = await (
    <LineChart label="co2" times={times} lines={[{ name: "co2", values }]} range={range} />
  );
  const pathsOf = (name: string) =>
    html.match(new RegExp(`class="${name}" d="(M[^"]*204?[^"]*|M[^"]*)"`, "g"));
  const line = pathsOf("chart-line")?.at(-1) ?? "";
  expect(line.match(/M/g)).toHaveLength(2);
  expect((pathsOf("chart-area")?.at(-1) ?? "").match(/M/g)).toHaveLength(2);
  for (const some of [[], [7], [null], [Number.NaN, 1e300], [3, 3, 3]]) {
    for (const name of hostile) {
      mustBeDrawable(
        await (
          <LineChart
            label={name}
            times={times.slice(0, some.length)}
            lines={[{ name, values: some }]}
          />
        ),
      );
    }
  }
});

test("a map colours places by quarters, and keeps neighbours across the date line together", async () => {
  const places = Array.from({ length: 40 }, (_, index): [number, number, number] => {
    return [index % 2 === 0 ? 179.5 : -179.5, -15 + index / 10, index];
  });
  const html = await (<PlacesMap places={places} column="depth" outlines={[]} unit="km" />);
  mustBeDrawable(html);
  const dots = [...html.matchAll(/map-dots dots-\d" d="((?:M[\d.]+ [\d.]+h0)+)"/g)];
  const xs = dots.flatMap(([, path = ""]) =>
    [...path.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x)),
  );
  expect(xs).toHaveLength(40 + 4);
  expect(html).toContain("0 to 9");
  const bad: [number, number, number | null][] = [
    [0, 91, 1],
    [Number.NaN, 3, null],
    [0, 0, null],
  ];
  for (const column of [null, ...hostile]) {
    mustBeDrawable(await (<PlacesMap places={bad} column={column} outlines={[[[10, 10]], []]} />));
  }
  mustBeDrawable(await (<PlacesMap places={[]} column={null} outlines={[]} />));
});

test("up to eight linked tables become a diagram, also in a circle; more are a list", async () => {
  const link = (from: number, to: number): TableReference => ({
    from: { table: `t${from}`, column: "<b>id</b>" },
    to: { table: `t${to}`, column: "id".repeat(400) },
    resolved: 0.9876,
  });
  const tables = Array.from({ length: 12 }, (_, index) => ({ name: `t${index}`, rows: index }));
  const circle = [link(0, 1), link(1, 2), link(2, 0), link(2, 2)];
  const html = await (<KeyDiagram tables={tables} references={circle} />);
  mustBeDrawable(html);
  expect(html.match(/class="key-box"/g)).toHaveLength(3);
  const many = Array.from({ length: 11 }, (_, index) => link(index + 1, 0));
  expect(await (<KeyDiagram tables={tables} references={many} />)).toBe("");
  expect(await (<ReferenceList references={many} />)).toContain("98.8 %");
});

test("the bar of shares has room for all values, whatever their sum", async () => {
  for (const total of [0, 10, 1000]) {
    const values = hostile.map((value) => ({ value, count: 10 }));
    mustBeDrawable(await (<SharesBar values={values} total={total} />));
  }
});
