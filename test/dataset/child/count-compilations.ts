/** Prints how often JavaScriptCore compiled a busy function: a million without a compiler. */
import { numberOfDFGCompiles } from "bun:jsc";

function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] as number;
  return total;
}

const ones = new Float64Array(1000).fill(1);
while (numberOfDFGCompiles(sum) === 0) sum(ones);
console.log(numberOfDFGCompiles(sum));
