/** Gives each text that is there to be copied a button, and says when it is copied. */
const saidForSeconds = 3;

// A page over plain http has no clipboard: its texts are marked by hand.
if (navigator.clipboard !== undefined) {
  // The first paint need not wait for buttons.
  await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.querySelector("main").append(said);
  for (const place of document.querySelectorAll("[data-copy]")) addButton(place, said);
}

function addButton(place, said) {
  const source = place.querySelector("code") ?? place;
  const word = document.createTextNode("Copy");
  const object = document.createElement("span");
  object.className = "unseen";
  object.textContent = ` ${place.dataset.copy}`;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.append(word, object);
  button.addEventListener("click", async () => {
    const isCopied = await copy(source);
    said.textContent = isCopied ? "Copied" : "Not copied: the text is selected, copy it by hand";
    if (isCopied) word.data = "Copied";
    await new Promise((resume) => setTimeout(resume, saidForSeconds * 1000));
    said.textContent = "";
    word.data = "Copy";
  });
  if (place === source) place.after(button);
  else place.append(button);
}

async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return false;
  }
}
