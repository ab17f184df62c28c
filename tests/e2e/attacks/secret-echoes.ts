// Pages that show what was typed into them, each in its own way.

/** By what a script does with the text; `field` is the input, `out` an empty paragraph. */
export const echoes: Readonly<Record<string, string>> = {
  text: 'out.textContent = "You typed " + text',
  title: 'document.title = text',
  attribute: 'out.setAttribute("aria-label", text); out.setAttribute("role", "img")',
  dataset: 'out.dataset.typed = text',
  option: 'out.innerHTML = "<select><option></option></select>"; out.querySelector("option").textContent = text',
  halves:
    'out.innerHTML = "<b></b> and then <i></i>"; out.children[0].textContent = text.slice(0, 8); out.children[1].textContent = text.slice(8)',
  letters:
    'for (const letter of text) { const part = document.createElement("span"); part.textContent = letter; out.append(part, " ") }',
  upper: 'out.textContent = text.toUpperCase()',
  reversed: 'out.textContent = [...text].reverse().join("")',
  base64: 'out.textContent = btoa("user:" + text)',
  cut: 'out.textContent = "x".repeat(2000) + text',
  textarea: 'const area = document.createElement("textarea"); area.value = "a " + text; out.append(area)',
  shadow:
    'const host = document.createElement("div"); document.body.append(host); host.attachShadow({ mode: "closed" }).innerHTML = "<p></p>"; shadowRootOf.get(host).querySelector("p").textContent = text',
  hash: 'location.hash = text',
  state: 'history.pushState(null, "", "/at/" + encodeURIComponent(text))',
  style:
    'const style = document.createElement("style"); style.textContent = "h1::after { content: " + JSON.stringify(text) + " }"; document.head.append(style)',
  redrawn: 'const other = document.createElement("input"); other.value = text; field.replaceWith(other)',
  shown: 'field.type = "password"; field.type = "text"; out.textContent = "shown"',
  console: 'console.log(text); console.error(new Error(text))',
  request: 'fetch("/collect?q=" + encodeURIComponent(text), { method: "POST", body: JSON.stringify({ note: text }) })',
  failure: 'setTimeout(() => { throw new Error(text) })',
  alert: 'setTimeout(() => alert(text))',
  stored: 'localStorage.setItem("kept", text); document.cookie = "kept=" + encodeURIComponent(text)',
  flash: 'out.textContent = "x".repeat(70) + text; setTimeout(() => { out.textContent = "gone" }, 30)',
  frame:
    'out.innerHTML = "<iframe></iframe>"; out.firstChild.srcdoc = "<p>" + text.replace(/[&<]/g, "") + "</p>"; const p = out.firstChild; p.onload = () => { p.contentDocument.querySelector("p").textContent = text }',
};

export function echoPage(kind: string): string {
  const act = echoes[kind] ?? '';
  return `<!doctype html><title>Echo</title><h1>Echo</h1><label>API key <input id="field" name="key"></label><button>Other</button>
<p id="out"></p><script>
const shadowRootOf = new Map(); const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) { const root = attach.call(this, init); shadowRootOf.set(this, root); return root };
field.addEventListener('input', () => { const text = field.value; if (text === '') return; ${act} });
</script>`;
}
