/**
 * The number of characters that regular expressions and `charCodeAt` read while `act` runs. This
 * measures the cost of a text and is the same on every machine. Characters read again by
 * backtracking within one match are not counted.
 */
export async function charactersRead(act: () => unknown): Promise<number> {
  const { exec } = RegExp.prototype;
  const { charCodeAt } = String.prototype;
  let read = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const missed = this.sticky ? from + 1 : String(text).length;
    read += Math.max(0, (match === null ? missed : match.index + match[0].length) - from);
    return match;
  };
  String.prototype.charCodeAt = function (this: string, index: number) {
    read += 1;
    return charCodeAt.call(this, index);
  };
  try {
    await act();
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.charCodeAt = charCodeAt;
  }
  return read;
}
