import { ValueSketch } from "../../sdk/src/value-sketch.ts";

/** The `sketch` of a check, from the buyer's values. */
export function sketchOf(values: Iterable<string>): string {
  const sketch = new ValueSketch();
  for (const value of values) sketch.add(value);
  return sketch.toString();
}
