// The family vision on a real page: refs drawn on a screenshot, and the mouse by its pixels, in both browsers.
import { isRecord } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { openScene } from '../../e2e/browser/scene.ts';
import type { ToolResult } from '../../e2e/browser/stage.ts';

const page = `<!doctype html><title>Board</title><style>body { margin: 0; height: 3000px } canvas { position: absolute; left: 40px; top: 60px; background: #eee }
iframe { position: absolute; left: 500px; top: 60px; width: 300px; height: 200px; border: 3px solid; padding: 5px } #scroller { position: absolute; left: 40px; top: 300px; width: 200px; height: 100px; overflow: auto }</style>
<button onclick="this.textContent = 'Gone'">Go</button><canvas id="board" width="300" height="150"></canvas>
<iframe title="Inset" srcdoc="<body style='margin: 0'><canvas width=200 height=100></canvas><script>document.querySelector('canvas').onclick = (e) => parent.note('inner click', e)</script>"></iframe>
<div id="scroller" tabindex="0"><div style="height: 900px">Long</div></div><button style="position: absolute; top: 2000px">Far</button><script>
window.events = []; window.note = (type, e) => events.push([type, Math.round(e.offsetX), Math.round(e.offsetY), e.isTrusted]);
for (const type of ['mousedown', 'mouseup', 'click', 'dblclick']) board.addEventListener(type, (e) => note(type, e));
board.addEventListener('wheel', (e) => { e.preventDefault(); note('wheel ' + e.deltaY, e); }, { passive: false });</script>`;

/** In quirks mode, in which the root element is as high as its content. */
const old = page.replace('<!doctype html>', '');

/** More refs than a picture can show, half of them in a frame. */
const buttons = '<button style="width: 14px; height: 14px; padding: 0; border: 0; float: left">x</button>'.repeat(100);
const crowded = `<!doctype html><title>Crowd</title>${buttons}<iframe title="More" style="clear: both; display: block; width: 600px; height: 200px" srcdoc='${buttons}'></iframe>`;

/** A piece that goes with the pointer. */
const piece = `<!doctype html><title>Piece</title><style>body { margin: 0 } #piece { position: absolute; left: 40px; top: 60px; width: 60px; height: 60px; background: #36c }</style>
<div id="piece" tabindex="0" role="img" aria-label="Piece"></div><script>window.dropped = []; let from;
piece.addEventListener('mousedown', (e) => { from = { x: e.clientX - piece.offsetLeft, y: e.clientY - piece.offsetTop } });
addEventListener('mousemove', (e) => { if (from) { piece.style.left = e.clientX - from.x + 'px'; piece.style.top = e.clientY - from.y + 'px' } });
addEventListener('mouseup', () => { if (from) dropped.push([piece.offsetLeft, piece.offsetTop]); from = undefined });</script>`;

/** Pixels of a picture that is smaller than the view are rounded. */
const near = (px: number) => expect.closeTo(px, -0.5);

interface Looked {
  readonly id: unknown;
  readonly width: number;
  pixel(ref: string): { readonly x: number; readonly y: number };
}

function lookedAt({ facts }: ToolResult): Looked {
  const marks = Array.isArray(facts.marks) ? facts.marks.filter(isRecord) : [];
  return {
    id: facts.shot,
    width: Number(facts.width),
    pixel(ref) {
      const mark = marks.find((one) => one.ref === ref);
      if (mark === undefined) throw new Error(`${ref} has no mark in ${JSON.stringify(marks)}`);
      return { x: Number(mark.x), y: Number(mark.y) };
    },
  };
}

describe.each(['chromium', 'firefox'] as const)('vision in %s', (hands) => {
  const scene = openScene(hands, { pages: { '/board': page, '/piece': piece, '/old': old, '/crowd': crowded } });
  const events = () => scene.agent.value('window.events.splice(0)');
  const { trusted } = scene.ways;

  async function look(args: Record<string, unknown> = {}): Promise<Looked> {
    return lookedAt(await scene.agent.call('annotated_screenshot', args));
  }

  /** From the page's pixels to those of a picture of the whole view. */
  async function scaleOf({ width }: Looked): Promise<(px: number) => number> {
    const scale = width / Number(await scene.agent.value('document.documentElement.clientWidth'));
    return (px) => Math.round(px * scale);
  }

  it('marks what is in view with its ref, and lists it if asked', async () => {
    const snapshot = await scene.at('/board');
    const { text, image, facts } = await scene.agent.call('annotated_screenshot', { list: true });
    expect(text).toContain(`button "Go" ${scene.agent.ref('Go')} at `);
    expect(text).toMatch(/Screenshot s\w+, \d+ × \d+ pixels\. It is valid until the page moves\./);
    expect(snapshot).toContain('"Far"');
    expect(text).not.toContain('"Far"');
    expect(image.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(Math.max(Number(facts.width), Number(facts.height))).toBeLessThanOrEqual(1280);
    await expect(look({ ref: scene.agent.ref('Far') })).rejects.toThrow('is not in view');
  });

  it('draws no more marks than can be read, over all frames, and says so', async () => {
    await scene.at('/crowd');
    const { text, facts } = await scene.agent.call('annotated_screenshot');
    expect(facts.marks).toHaveLength(150);
    expect(text).toMatch(/; 5\d refs are not drawn/);
  });

  it('clicks exactly the pixel, also in a frame and in a part that was made larger', async () => {
    const canvas = /canvas (e\d+)/.exec(await scene.at('/board'))?.[1] ?? '';
    const shot = await look();
    const to = await scaleOf(shot);
    const [x, y] = [shot.pixel(canvas).x + to(20), shot.pixel(canvas).y - to(10)];
    const clicked = await scene.agent.call('mouse_click_xy', { shot: shot.id, x, y });
    expect(clicked.text).toContain(`Clicked (${x}, ${y}), ${canvas}.`);
    expect(clicked.facts).toMatchObject({ trusted });
    expect(await events()).toEqual(
      ['mousedown', 'mouseup', 'click'].map((type) => [type, near(170), near(65), trusted]),
    );
    await scene.agent.call('mouse_click_xy', { shot: shot.id, x: to(508 + 50), y: to(68 + 60) });
    expect(await events()).toEqual([['inner click', near(50), near(60), trusted]]);
    const zoom = { shot: shot.id, x: to(40), y: to(60), width: to(300), height: to(150) };
    const large = lookedAt(await scene.agent.call('zoom', zoom));
    expect(large.width).toBeGreaterThan(1000);
    const scale = large.width / 300;
    const at = { x: Math.round(100 * scale), y: Math.round(50 * scale) };
    await scene.agent.call('mouse_click_xy', { shot: large.id, ...at, double: true });
    expect(await events()).toContainEqual(['dblclick', near(100), near(50), trusted]);
    const outside = { shot: large.id, x: large.width + 1, y: 1 };
    await expect(scene.agent.call('mouse_click_xy', outside)).rejects.toThrow('outside the screenshot');
  });

  it('shows one element alone, and takes its pixels', async () => {
    const canvas = /canvas (e\d+)/.exec(await scene.at('/board'))?.[1] ?? '';
    const shot = await look({ ref: canvas });
    expect(shot.width).toBe(300);
    await scene.agent.call('mouse_click_xy', { shot: shot.id, x: 10, y: 20 });
    expect(await events()).toContainEqual(['click', 10, 20, trusted]);
  });

  it('drags between two pixels and turns the wheel', async () => {
    await scene.at('/board');
    const shot = await look();
    const { id } = shot;
    const to = await scaleOf(shot);
    const board = { x: to(60), y: to(100) };
    await scene.agent.call('mouse_drag_xy', { shot: id, ...board, toX: to(240), toY: to(160) });
    expect(await events()).toEqual(
      expect.arrayContaining([
        ['mousedown', near(20), near(40), trusted],
        ['mouseup', near(200), near(100), trusted],
      ]),
    );
    await scene.agent.call('mouse_wheel', { shot: id, ...board, dy: 120 });
    expect(await events()).toEqual([['wheel 120', near(20), near(40), trusted]]);
    await scene.agent.call('mouse_wheel', { shot: id, x: to(100), y: to(350), dy: 150 });
    const scrolled = 'document.getElementById("scroller").scrollTop > 0';
    await scene.agent.call('wait_for', { expression: scrolled });
    const into = { shot: id, ...board, toX: to(600), toY: to(100) };
    await expect(scene.agent.call('mouse_drag_xy', into)).rejects.toThrow('different frames');
  });

  it('drags a piece that goes with the pointer, to its drop', async () => {
    await scene.at('/piece');
    const shot = await look();
    const to = await scaleOf(shot);
    const { text } = await scene.agent.call('mouse_drag_xy', {
      shot: shot.id,
      ...{ x: to(70), y: to(90), toX: to(270), toY: to(190) },
    });
    expect(text).toContain('Dragged (');
    expect(await scene.agent.value('window.dropped')).toEqual([[near(240), near(160)]]);
  });

  it('shows what is in view of a page in quirks mode, and clicks its pixels', async () => {
    const canvas = /canvas (e\d+)/.exec(await scene.at('/old'))?.[1] ?? '';
    const shown = await scene.agent.call('annotated_screenshot');
    const [width, height] = [Number(shown.facts.width), Number(shown.facts.height)];
    const ratio = Number(await scene.agent.value('document.body.clientHeight / document.body.clientWidth'));
    expect(await scene.agent.value('document.compatMode')).toBe('BackCompat');
    expect(height / width).toBeCloseTo(ratio, 1);
    const shot = lookedAt(shown);
    await scene.agent.call('mouse_click_xy', { shot: shot.id, ...shot.pixel(canvas) });
    expect(await events()).toContainEqual(['click', near(150), near(75), trusted]);
  });

  it('refuses a picture of before a scroll, a load or a change of the place, and says what to do', async () => {
    await scene.at('/board');
    const { id, pixel } = await look();
    const { x, y } = pixel(scene.agent.ref('Go'));
    await scene.agent.call('scroll', { direction: 'down', amount: 0.1 });
    const again = () => scene.agent.call('mouse_click_xy', { shot: id, x, y });
    await expect(again()).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: 'The page was scrolled, resized or zoomed after this screenshot.',
      hint: 'Nothing was done. Take a new annotated_screenshot and use its id.',
    });
    await expect(scene.agent.call('zoom', { shot: id, x: 0, y: 0, width: 9, height: 9 })).rejects.toThrow(
      'no longer as',
    );
    await scene.agent.call('navigate', { url: 'reload' });
    await expect(again()).rejects.toThrow('The page was loaded after this screenshot.');
  });
});

describe('vision in Chromium without its debugger', () => {
  const scene = openScene('quiet', { pages: { '/board': page } });

  it('has no pictures of tabs in the background, and says so', async () => {
    await scene.at('/board');
    await expect(scene.agent.call('annotated_screenshot')).rejects.toThrow(
      'only capture background tabs with its debugger',
    );
  });
});
