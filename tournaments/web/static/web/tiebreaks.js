// The page works without this: it only spares the reload, and copies the CSV.
"use strict";

const form = document.getElementById("calculator");
const parts = ["order", "result"];

function ready() {
  const copy = document.getElementById("copy");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById("csv").value);
      copy.textContent = copy.dataset.done;
    });
  }
}

async function send(button) {
  const data = new FormData(form);
  data.append("do", button ? button.value : "compute");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = parts.map((id) => page.getElementById(id));
  if (fresh.includes(null)) throw new Error("not the calculator");
  fresh.forEach((part, at) => document.getElementById(parts[at]).replaceWith(part));
  ready();
}

function lookAtWhatChanged(action) {
  const [kind, code] = action.split(":");
  if (kind === "up" || kind === "down") {
    const again = [...form.querySelectorAll(".moves button")].find((each) => each.value === action);
    const other = [...form.querySelectorAll(".moves button")].find((each) => each.value.endsWith(`:${code}`) && !each.disabled);
    (again && !again.disabled ? again : other)?.focus();
  } else if (kind === "explain") {
    document.getElementById("working")?.scrollIntoView({ behavior: "smooth" });
  } else if (kind === "compute") {
    document.getElementById("result").scrollIntoView({ behavior: "smooth" });
  }
}

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button && (button.value === "csv" || button.hasAttribute("formaction"))) return;
  event.preventDefault();
  send(button)
    .then(() => lookAtWhatChanged(button ? button.value : "compute"))
    .catch(() => {
      const action = document.createElement("input");
      Object.assign(action, { type: "hidden", name: "do", value: button ? button.value : "compute" });
      form.append(action);
      form.submit();
    });
});

ready();
