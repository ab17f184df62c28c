// The family capture on real pages, in both browsers: PDFs.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openScene } from '../../e2e/browser/scene.ts';
import { pdfText } from '../../support/pdf-text.ts';

const report = `<!doctype html><title>Report</title><style>.page { break-after: page } h1 { color: rgb(200, 0, 0) }</style>
<h1>Quarterly figures</h1><div class="page">First words</div><div class="page">Second words</div><p>Last words</p>
<iframe srcdoc="<p>Words in a frame</p>"></iframe>
<form><input value="Plain value"><input type="password" value="hunter2pw"><input autocomplete="cc-number" value="4111 1111">
<label>Security code <input value="987654"></label></form><div id="host"></div>
<script>host.attachShadow({ mode: 'closed' }).innerHTML = '<input name="otp" value="135790">';
window.seen = []; addEventListener('beforeprint', () => seen.push(document.querySelectorAll('[type=password]').length));</script>`;

const secrets = ['hunter2pw', '4111', '987654', '135790', '•'];

const filledLate = `<!doctype html><title>Late</title><p>Plain words</p><input name="otp"><script>
addEventListener('beforeprint', () => { document.querySelector('input').value = '424242' });</script>`;

/** A field for each time it is printed. */
const filledAlways = filledLate.replace(
  ".querySelector('input').value = '424242'",
  ".body.insertAdjacentHTML('beforeend', '<input name=otp value=424242>')",
);

const asking = `<!doctype html><title>Asking</title><script>addEventListener('beforeprint', () => alert('Really?'))</script>`;

const pages = { '/always': filledAlways, '/figures': report, '/late': filledLate, '/asking': asking };

describe('pdf_save in Chromium', () => {
  const scene = openScene('chromium', { pages });

  it('saves all pages of a background tab, with frames', async () => {
    await scene.at('/figures');
    const { file, facts, text } = await scene.agent.call('pdf_save');
    if (process.env.KEEP_FILES !== undefined) writeFileSync(`${process.env.KEEP_FILES}/report.pdf`, file);
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(facts).toMatchObject({ pages: 3, bytes: file.length, title: 'Report' });
    expect(text).toContain(`PDF with 3 pages, ${file.length} bytes.`);
    const words = pdfText(file);
    for (const part of [
      'Quarterly figures',
      'First words',
      'Second words',
      'Last words',
      'Words in a frame',
      'Plain value',
    ]) {
      expect(words).toContain(part);
    }
  });

  it('leaves out what secret fields hold, and shows the page its fields again', async () => {
    await scene.at('/figures');
    const words = pdfText((await scene.agent.call('pdf_save')).file);
    expect(secrets.filter((secret) => words.includes(secret))).toEqual([]);
    const left =
      '[...document.querySelectorAll("input")].flatMap((input) => input.getAttributeNames()).filter((name) => name.startsWith("data-"))';
    expect(await scene.agent.value(left)).toEqual([]);
    const shown = '[...document.querySelectorAll("input")].map((input) => getComputedStyle(input).visibility)';
    expect(new Set(Object.values(Object(await scene.agent.value(shown))))).toEqual(new Set(['visible']));
  });
});

describe('pdf_save of a page that changes when it is printed', () => {
  const scene = openScene('chromium', { pages });

  it('is printed again where a secret field was filled', async () => {
    await scene.at('/late');
    const words = pdfText((await scene.agent.call('pdf_save')).file);
    expect(words).toContain('Plain words');
    expect(words).not.toContain('424242');
    await scene.at('/always');
    await expect(scene.agent.call('pdf_save')).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      message: 'The page keeps loading frames or fields that you may not see.',
    });
  });

  it('is not waited for where it shows a dialog', async () => {
    await scene.at('/asking');
    await expect(scene.agent.call('pdf_save')).rejects.toThrow('DIALOG_OPEN');
    await scene.agent.call('handle_dialog', { accept: true });
    expect(await scene.agent.look()).toContain('Asking');
  });
});

describe('pdf_save', () => {
  const [quiet, firefox] = [openScene('quiet', { pages }), openScene('firefox', { pages })];

  it('is refused where the browser would ask the user, and says what works', async () => {
    await firefox.at('/figures');
    await expect(firefox.agent.call('pdf_save')).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: 'Firefox cannot save a page as PDF without a dialog of the user.',
      hint: 'Use read_text, or screenshot with fullPage.',
    });
    await quiet.at('/figures');
    await expect(quiet.agent.call('pdf_save')).rejects.toThrow('only save a page as PDF with its debugger');
  });
});
