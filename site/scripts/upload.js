/**
 * Sends the file of a listing, or a folder of files, straight to the store: in parts that are sent again
 * where the line was lost, with pause and progress, and gone on with after the page was closed.
 */
const atOnceMax = 3;
const triesMax = 8;
const waitMsMax = 15_000;

function prepare(place, form) {
  const tools = place.querySelector("[data-upload-tools]");
  const view = {
    bar: tools.querySelector("progress"),
    status: tools.querySelector("[role=status]"),
    pause: tools.querySelector("[data-upload-pause]"),
    folder: tools.querySelector("[data-upload-folder]"),
    running: tools.querySelector("[data-upload-running]"),
  };
  const base = place.dataset.upload;
  const token = form.querySelector("[name=form_token]").value;
  const context = { base, view, ask: (path, body) => ask(base + path, token, body), paused: null };
  tools.hidden = false;
  form.querySelector("[name=file]").multiple = true;
  const kept = readKept(base);
  if (kept !== null)
    say(view, `An upload of ${kept.name} stopped. Choose the same file again to resume.`);
  view.pause.addEventListener("click", () => togglePause(context));
  form.addEventListener("submit", (event) => {
    const chosen = [...form.querySelector("[name=file]").files, ...view.folder.files];
    if (chosen.length === 0) return;
    event.preventDefault();
    begin(context, chosen);
  });
  view.folder.addEventListener("change", () => {
    form.querySelector("[name=file]").required = view.folder.files.length === 0;
  });
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) begin(context, [...event.dataTransfer.files]);
  });
}

async function begin(context, files) {
  if (context.isBusy) return;
  context.isBusy = true;
  context.view.running.hidden = false;
  try {
    const path =
      files.length === 1 && !files[0].webkitRelativePath
        ? await sendFile(context, files[0])
        : await sendFolder(context, files);
    say(context.view, "The upload is complete. It is being checked.");
    const { location: next } = await context.ask("/attach", { path });
    localStorage.removeItem(keyOf(context.base));
    location.assign(next);
  } catch (error) {
    say(context.view, error.message);
    context.view.running.hidden = true;
    context.isBusy = false;
  }
}

/** The upload that was begun with these very files, while the server still takes it; else a new one. */
async function openUpload(context, { name, print, body }) {
  const kept = readKept(context.base);
  if (kept?.print === print) {
    const found = await context.ask(`/uploads/${kept.id}`).catch(() => null);
    if (found?.state === "open") return { id: kept.id, path: kept.path, found };
  }
  const { full } = await context.ask("/uploads", body);
  const opened = { id: full.upload_id, path: full.path, name, print };
  localStorage.setItem(keyOf(context.base), JSON.stringify(opened));
  return { ...opened, found: null };
}

async function sendFile(context, file) {
  const print = [file.name, file.size, file.lastModified].join("|");
  const body = { byte_size: file.size };
  const upload = await openUpload(context, { name: file.name, print, body });
  const arrived = upload.found?.bytes_arrived ?? 0;
  const count = counter(context, file.size, arrived);
  if (upload.found?.file_byte_size === file.size) return upload.path;
  await untilNone(
    context,
    async () => {
      const { parts, part_bytes: partBytes } = await context.ask(`/uploads/${upload.id}/urls`, {});
      return parts.map(({ part_number: number, upload_url: url }) => {
        const first = (number - 1) * partBytes;
        return { url, bytes: file.slice(first, Math.min(first + partBytes, file.size)) };
      });
    },
    count,
  );
  return upload.path;
}

async function sendFolder(context, files) {
  const byName = new Map(files.map((file) => [nameOf(file), file]));
  const announced = [...byName].map(([name, { size }]) => ({ name, byte_size: size }));
  const total = announced.reduce((sum, { byte_size: size }) => sum + size, 0);
  const print = ["folder", byName.size, total, ...[...byName.keys()].toSorted().slice(0, 5)].join(
    "|",
  );
  const body = { files: announced };
  const name = `${byName.size} files`;
  const upload = await openUpload(context, { name, print, body });
  const count = counter(context, total, 0);
  let isFirst = upload.found !== null;
  await untilNone(
    context,
    async () => {
      const { items, bytes_arrived: arrived } = await context.ask(`/uploads/${upload.id}/urls`, {});
      if (isFirst) count.arrived(arrived ?? 0);
      isFirst = false;
      return items.map(({ name: of, url, first, byteSize }) => ({
        url,
        bytes: byName.get(of).slice(first, first + byteSize),
      }));
    },
    count,
  );
  return upload.path;
}

/** Without the folder that was chosen itself, in the form that the server compares. */
function nameOf(file) {
  const path = file.webkitRelativePath || file.name;
  return (file.webkitRelativePath ? path.slice(path.indexOf("/") + 1) : path).normalize("NFC");
}

/** Sends what the server says is missing until nothing is, over lost lines and pauses. */
async function untilNone(context, missing, count) {
  for (let failures = 0; ; ) {
    await context.paused;
    try {
      const wanted = await missing();
      if (wanted.length === 0) return;
      await sendAll(context, wanted, count);
      failures = 0;
    } catch (error) {
      if (error.isFinal) throw error;
      if (!context.paused) failures += 1;
      if (failures > triesMax) throw new Error("The connection is lost. Send again to resume.");
      if (failures > 0) say(context.view, "The connection was lost. Retrying …");
      count.forgetRunning();
      await waitForLine(failures);
    }
  }
}

async function sendAll(context, wanted, count) {
  if (context.paused) throw new Error("paused");
  const queue = wanted.slice();
  const stop = new AbortController();
  context.stop = stop;
  const workers = Array.from({ length: atOnceMax }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (stop.signal.aborted) throw new Error("paused");
      await put(next, count, stop.signal);
    }
  });
  const ended = await Promise.allSettled(workers);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

function put({ url, bytes }, count, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const running = count.begin();
    request.open("PUT", url);
    request.upload.addEventListener("progress", ({ loaded }) => running(loaded));
    request.addEventListener("load", () => {
      if (request.status === 200) {
        running(bytes.size, true);
        resolve();
      } else reject(refusal(request));
    });
    for (const end of ["error", "abort"])
      request.addEventListener(end, () => reject(new Error(end)));
    signal.addEventListener("abort", () => request.abort());
    request.send(bytes);
  });
}

/** What is refused for itself would be refused again; an address that has expired is asked for anew. */
function refusal({ status }) {
  const isFinal = status === 413 || status === 507;
  return Object.assign(new Error(`The store refused it (${status}).`), { isFinal });
}

function togglePause(context) {
  const { pause } = context.view;
  if (context.paused) {
    context.resume();
    context.paused = null;
    pause.textContent = "Pause";
    return;
  }
  context.paused = new Promise((resume) => {
    context.resume = resume;
  });
  context.stop?.abort();
  pause.textContent = "Resume";
  say(context.view, "Paused. Uploaded parts are kept for days.");
}

function counter(context, total, before) {
  const { view } = context;
  let done = before;
  let parts = [];
  const show = () => {
    const bytes = Math.min(total, done + parts.reduce((sum, part) => sum + part.bytes, 0));
    const share = total === 0 ? 1 : bytes / total;
    view.bar.value = share;
    if (context.paused) return;
    say(view, `${Math.floor(share * 100)} % of ${sizeText(total)} has arrived.`);
  };
  show();
  return {
    begin() {
      const part = { bytes: 0 };
      parts.push(part);
      return (bytes, isWhole = false) => {
        Object.assign(part, { bytes, isWhole });
        show();
      };
    },
    arrived(bytes) {
      done = bytes;
      show();
    },
    /** What was on its way is counted again when it is sent again. */
    forgetRunning() {
      parts = parts.filter(({ isWhole }) => isWhole);
    },
  };
}

async function waitForLine(failures) {
  const pauseMs = Math.min(waitMsMax, 500 * 2 ** failures);
  const back = new Promise((resume) => addEventListener("online", resume, { once: true }));
  await Promise.race([back, new Promise((resume) => setTimeout(resume, pauseMs))]);
}

async function ask(path, token, body) {
  const headers = { "x-form-token": token, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(path, { cache: "no-store", redirect: "error", ...sent });
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  const told = isJson ? await answer.json() : null;
  if (answer.ok && told !== null) return told;
  const isFinal = answer.status < 500;
  const detail =
    told?.detail ?? (isFinal ? "Sign in again, then resume." : "The service does not answer.");
  throw Object.assign(new Error(detail), { isFinal });
}

function keyOf(base) {
  return `upload ${base}`;
}

function readKept(base) {
  return JSON.parse(localStorage.getItem(keyOf(base)) ?? "null");
}

function say(view, text) {
  if (view.status.textContent !== text) view.status.textContent = text;
}

function sizeText(bytes) {
  const steps = ["bytes", "kB", "MB", "GB", "TB"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${steps[step]}`;
}

const found = document.querySelector("[data-upload]");
if (found) prepare(found, found.querySelector("form"));
