/** Tasks of sellers, whose hosts connect with the toolset `sell`. */
import { Agent, DeadEnd, type Figures } from "../agent.ts";
import type { Market } from "../market.ts";

async function openSeller(market: Market, figures: Figures, name: string) {
  const email = market.email(name);
  const agent = await Agent.connect(`${market.mcpUrl}?tools=sell`, undefined, figures);
  const registered = await agent.call("register_agent", { owner_email: email, agent_name: name });
  const token = agent.fact("the token", registered, /Token: (\S+)/);
  await market.approve(email, token);
  const status = await agent.call("get_agent", { agent_token: token });
  agent.fact("that it may sell", status, /(is verified)/);
  const call = (tool: string, args: object) => agent.call(tool, { ...args, agent_token: token });
  const draft = async (title: string, priceCents: number) => {
    const description = "One row a station and day, measured by us in 2025.";
    const created = await call("create_draft", { title, description, price_cents: priceCents });
    return agent.fact("the listing", created, /Listing ([0-9a-f-]{36})/);
  };
  const put = async (url: string, body: BodyInit) => {
    const answer = await agent.fetch(url, { method: "PUT", body });
    if (!answer.ok) throw new DeadEnd(`PUT answered ${answer.status}: ${await answer.text()}`);
  };
  const sampled = async (listing_id: string) => {
    for (let tries = 0; tries < 5; tries += 1) {
      const listing = await call("get_listing", { listing_id, wait_seconds: 20 });
      if (listing.text.includes("generated")) return listing;
    }
    throw new DeadEnd("the sample job does not end");
  };
  return { agent, call, draft, put, sampled };
}

const rows = (count: number, cell: (row: number) => string) =>
  `station,day,level_m\n${Array.from({ length: count }, (_, row) => `s${row % 7},2025-01-${String((row % 28) + 1).padStart(2, "0")},${cell(row)}`).join("\n")}\n`;

/** A file with faults, whose findings say what to mend; the mended file is published. */
export async function sell(market: Market, figures: Figures): Promise<void> {
  const { agent, call, draft, put, sampled } = await openSeller(market, figures, "bench-seller");
  const listing_id = await draft("Water levels of seven stations", 500);
  const upload = async (content: string) => {
    const issued = await call("request_upload", { listing_id, content_type: "text/csv" });
    await put(agent.fact("where to PUT", issued, /PUT the file to (\S+)/), content);
    const path = agent.fact(
      "the path",
      issued,
      /full_data_path[ =:]+([^\s,;]+)/,
      /"path":"([^"]+)"/,
    );
    await call("attach_upload", { listing_id, full_data_path: path.replace(/[.,;]$/, "") });
    return sampled(listing_id);
  };
  const faulty = await upload(rows(300, (row) => (row % 3 === 0 ? "-999" : String(row / 10))));
  agent.fact("what is wrong", faulty, /(sentinel_values)/, /("sentinel_values")/);
  await upload(rows(300, (row) => String(row / 10)));
  const published = await call("publish_listing", { listing_id });
  agent.fact("that it is on sale", published, /(active)/);
}

/** A folder of three files, then one large file in parts that breaks off and is resumed. */
export async function folder(market: Market, figures: Figures): Promise<void> {
  const { agent, call, draft, put, sampled } = await openSeller(market, figures, "bench-folder");
  const listing_id = await draft("Levels by month", 0);
  const months = ["01", "02", "03"].map((month) => ({
    name: `month=${month}/levels.csv`,
    content: rows(50, (row) => String(row + Number(month))),
  }));
  const files = months.map(({ name, content }) => ({ name, byte_size: content.length }));
  const issued = await call("request_upload", { listing_id, files });
  for (const { name, content } of months) {
    const line = issued.text.split("\n").find((one) => one.includes(name)) ?? issued.text;
    const url =
      /https?:\/\/\S+/.exec(line)?.[0] ??
      agent.fact(
        `where ${name} goes`,
        issued,
        new RegExp(`${name}\\S* (https?://\\S+)`),
        new RegExp(`"${name}"[^}]*"upload_url":"([^"]+)"`),
      );
    await put(url, content);
  }
  const path = agent.fact("the path", issued, /full_data_path[ =:]+([^\s,;]+)/, /"path":"([^"]+)"/);
  await call("attach_upload", { listing_id, full_data_path: path.replace(/[.,;]$/, "") });
  await sampled(listing_id);

  const other = await draft("Levels of a year", 0);
  const content = rows(900_000, (row) => String(row));
  const size = { content_type: "text/csv", byte_size: content.length };
  const parted = await call("request_upload", { listing_id: other, ...size, parts: 2 });
  const uploadId = agent.fact(
    "the upload",
    parted,
    /upload_id[ =:]+([0-9a-f-]{36})/,
    /"upload_id":"([^"]+)"/,
  );
  const partBytes = Number(
    agent.fact("the size of a part", parted, /part 1 \((\d+) bytes\)/, /"byte_size":(\d+)/),
  );
  const first = agent.fact(
    "where part 1 goes",
    parted,
    /part 1 .*?(https?:\/\/\S+)/,
    /"upload_url":"([^"]+)"/,
  );
  await put(first, content.slice(0, partBytes));
  // The connection breaks off here; another process goes on by the id.
  const resumed = await call("request_upload", { listing_id: other, upload_id: uploadId });
  const second = agent.fact(
    "where part 2 goes",
    resumed,
    /part 2 .*?(https?:\/\/\S+)/,
    /"upload_url":"([^"]+)"/,
  );
  await put(second, content.slice(partBytes));
  const whole = agent.fact(
    "the path",
    resumed,
    /full_data_path[ =:]+([^\s,;]+)/,
    /"path":"([^"]+)"/,
  );
  await call("attach_upload", { listing_id: other, full_data_path: whole.replace(/[.,;]$/, "") });
  await sampled(other);
}
