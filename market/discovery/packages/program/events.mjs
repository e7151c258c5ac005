/** Reads server-sent events (HTML standard, §9.2) as far as MCP needs them: the data of each. */

/** Yields the data of each event that has any; a last one without its end is dropped. */
export async function* eventsOf(body) {
  const decoder = new TextDecoder();
  let rest = "";
  let data = [];
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      const text = data.join("\n");
      data = [];
      if (text !== "") yield text;
    }
  }
}
