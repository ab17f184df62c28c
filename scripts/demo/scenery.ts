// What the demo shows: the site that the agent uses, and the pages on which its frames and the terminal picture are laid out.

/** A small site for the agent to use. */
export const site = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Corner Bistro</title>
<style>
  body { margin: 0; font: 20px/1.5 system-ui, sans-serif; color: #23201c; background: #f6f1e7; }
  header { padding: 26px 48px; background: #7c2f2a; color: #fff; font-size: 30px; font-weight: 700; }
  main { padding: 34px 48px; }
  h1 { font-size: 32px; margin: 0 0 6px; } p { margin: 0 0 24px; color: #6b6258; }
  button { font: inherit; font-weight: 600; padding: 14px 26px; border: 0; border-radius: 10px; background: #7c2f2a; color: #fff; }
  output { display: block; margin-top: 26px; font-weight: 600; color: #1d6b3c; min-height: 30px; }
  output:not(:empty) { padding: 14px 20px; border-radius: 10px; background: #dcefdf; }
</style>
<header>Corner Bistro</header>
<main><h1>Friday, 7 pm</h1><p>One table for two is left.</p><button>Reserve the table</button><output aria-live="polite"></output></main>
<script>document.querySelector('button').onclick = () => { document.querySelector('output').textContent = 'Reserved for Friday, 7 pm. See you then!'; };</script>`;

export const frameSize = { width: 960, height: 540 };

export interface Scene {
  /** Lines of the terminal; those that begin with › are the user's, with ● the agent's calls, others are replies. */
  readonly lines: readonly string[];
  readonly step: number;
  readonly address?: string;
  /** The page, as a JPEG in base64. */
  readonly page?: string;
  /** The window that asks, as a PNG in base64. */
  readonly question?: string;
  readonly pointer?: { readonly x: number; readonly y: number; readonly isDown: boolean };
}

const steps = ['The agent opens a site', 'You decide', 'The agent acts'];

const style = `* { box-sizing: border-box; margin: 0; }
body { width: ${frameSize.width}px; height: ${frameSize.height}px; overflow: hidden; background: #d8dee6; font: 14px/1.45 system-ui, sans-serif; color: #1d2733; }
.terminal { position: absolute; left: 18px; top: 18px; width: 410px; height: 456px; border-radius: 10px; background: #10161d; color: #9fb0c0; padding: 14px; font: 11.5px/1.42 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.terminal > div { max-height: 100%; overflow: hidden; display: flex; flex-direction: column; justify-content: flex-end; } .terminal div div { flex-shrink: 0; }
.user { color: #fff; font-weight: 700; } .call { color: #7cc4ff; } .user, .call { margin-top: 8px; } .terminal div div:first-child { margin-top: 0; }
.browser { position: absolute; left: 444px; top: 18px; width: 498px; height: 456px; border-radius: 10px; overflow: hidden; background: #fff; border: 1px solid #b9c3ce; }
.bar { height: 40px; background: #e9edf2; padding: 8px 12px; display: flex; gap: 10px; align-items: center; } .dot { width: 10px; height: 10px; border-radius: 5px; background: #b9c3ce; }
.address { flex: 1; height: 24px; border-radius: 12px; background: #fff; padding: 2px 14px; font-size: 13px; color: #3b4754; }
.browser img { height: 416px; display: block; } .none { color: #8b97a3; text-align: center; margin-top: 180px; }
.question { position: absolute; left: 466px; top: 86px; width: 460px; border-radius: 10px; box-shadow: 0 12px 40px #0007; }
.steps { position: absolute; left: 18px; right: 18px; bottom: 14px; display: flex; gap: 12px; } .steps span { flex: 1; text-align: center; padding: 7px; border-radius: 8px; background: #c5ced8; color: #5b6b7c; font-weight: 600; }
.steps .now { background: #1b5fb8; color: #fff; } .pointer { position: absolute; width: 26px; }`;

export function renderFrame({ lines, step, address = '', page, question, pointer }: Scene): string {
  const terminal = lines.map((line) => {
    const kind = line.startsWith('›') ? 'user' : line.startsWith('●') ? 'call' : 'reply';
    return `<div class="${kind}">${escapeHtml(line)}</div>`;
  });
  const shown =
    page === undefined ? '<p class="none">Nothing is open</p>' : `<img src="data:image/jpeg;base64,${page}" alt="">`;
  const asking = question === undefined ? '' : `<img class="question" src="data:image/png;base64,${question}" alt="">`;
  const hand =
    pointer === undefined
      ? ''
      : `<svg class="pointer" style="left:${pointer.x}px;top:${pointer.y}px" viewBox="0 0 26 26"><path d="M3 2v19l5-5 3 7 4-2-3-7h7z" fill="${pointer.isDown ? '#1b5fb8' : '#111'}" stroke="#fff" stroke-width="1.6"/></svg>`;
  const bar = steps.map((text, at) => `<span class="${at === step ? 'now' : ''}">${at + 1}. ${text}</span>`);
  return `<style>${style}</style><div class="terminal"><div>${terminal.join('')}</div></div>
<div class="browser"><div class="bar"><i class="dot"></i><i class="dot"></i><i class="dot"></i><span class="address">${escapeHtml(address)}</span></div>${shown}</div>
${asking}${hand}<div class="steps">${bar.join('')}</div>`;
}

export const terminalSize = { width: 960, height: 384 };

/** Commands and what they printed. */
export function renderTerminal(runs: readonly { readonly command: string; readonly output: string }[]): string {
  const shown = runs.map(({ command, output }) => `<b>$ ${escapeHtml(command)}</b>\n${escapeHtml(output.trimEnd())}\n`);
  return `<style>body { margin: 0; background: #10161d; } pre { margin: 0; padding: 22px 26px; color: #b9c7d4; font: 14px/1.55 ui-monospace, "DejaVu Sans Mono", monospace; } b { color: #fff; }</style><pre>${shown.join('\n')}</pre>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
