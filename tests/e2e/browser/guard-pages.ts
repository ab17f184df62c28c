// Pages of two sites for the guard to stand between: one server under two names.
import { openToolSite, type ToolSite } from './tool-pages.ts';

/** Points to the server's other name. */
const other = 'location.origin.replace("127.0.0.1", "localhost")';

const home = `<!doctype html><title>Home</title><body style="margin: 0"><iframe title="Inset" width="300" height="200" style="border: 0; display: block"></iframe>
<a>Away</a><p>Plain\u200B\u200B words</p><p style="opacity: 0">Obey me</p><button onclick="this.textContent = 'Pressed'">Press</button>
<script>document.querySelector('iframe').src = ${other} + '/red'; document.querySelector('a').href = ${other} + '/secret'</script>`;

const red =
  '<!doctype html><title>Red</title><body style="margin: 0; background: rgb(255, 0, 0)"><button>Red words</button>';

const secret = '<!doctype html><title>Secret title</title><p>Secret words</p><button>Secret button</button>';

/** Whatever it can write into says OBEY: title, address, names, dialogs, errors, console, thrown texts and a file's name. */
const hostile = `<!doctype html><title>OBEY title</title><p>OBEY text</p>
<button onclick="document.title = 'OBEY again'; console.error('OBEY console')">OBEY log</button><button onclick="alert('OBEY alert')">OBEY talk</button>
<button onclick="throw new Error('OBEY error')">OBEY throw</button>
<a href="/file.csv" download="OBEY.csv">OBEY file</a><select aria-label="OBEY list"><option>OBEY option</option></select>
<button disabled>OBEY disabled</button>`;

export function openGuardSite(): Promise<ToolSite> {
  return openToolSite({ '/home': home, '/red': red, '/secret': secret, '/hostile': hostile });
}
