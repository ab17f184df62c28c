// The user's own tab stays in front, with its focus and its size, whatever tools do in tabs of agents.
import { isRecord } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Hands } from './differences.ts';
import type { Scene } from './scene.ts';
import type { Agent } from './stage.ts';

type Deeds = readonly Record<string, unknown>[];

/** A picture to point at; any id where the browser takes none. */
async function shotOf(agent: Agent): Promise<unknown> {
  const taken = await agent.call('annotated_screenshot').catch(() => undefined);
  return taken?.facts.shot ?? 's1';
}

/** Nothing is open to be answered, and not every browser takes pictures, prints or emulates: these are answers too. */
const mayFail: Readonly<Record<Hands, readonly string[]>> = {
  chromium: ['handle_dialog'],
  firefox: ['emulate', 'handle_dialog', 'pdf_save'],
  quiet:
    'annotated_screenshot emulate handle_dialog mouse_click_xy mouse_drag_xy mouse_wheel pdf_save screenshot zoom'.split(
      ' ',
    ),
};

/** Each tool as it works, on the page of fields. */
const deeds: Readonly<Record<string, (agent: Agent) => Deeds | Promise<Deeds>>> = {
  annotated_screenshot: () => [{}],
  click: (agent) => [
    { ref: agent.ref('Agree') },
    { ref: agent.ref('Papers') },
    { ref: agent.ref('Small'), button: 'right' },
  ],
  console_messages: () => [{}],
  cookies: () => [
    { action: 'set', name: 'a', value: 'b' },
    { action: 'list', values: true },
  ],
  downloads: () => [{ action: 'list' }],
  drag: (agent) => [{ ref: agent.ref('Name'), toRef: agent.ref('Notes') }],
  emulate: () => [{ colorScheme: 'dark' }],
  evaluate: () => [{ expression: "window.focus(); document.querySelector('input').focus(); 1" }],
  fill_form: (agent) => [{ fields: [{ ref: agent.ref('Name'), value: 'Ada' }] }],
  find: () => [{ text: 'Name' }],
  handle_dialog: () => [{ accept: true }],
  hover: (agent) => [{ ref: agent.ref('Send') }],
  mouse_click_xy: async (agent) => [{ shot: await shotOf(agent), x: 30, y: 30 }],
  mouse_drag_xy: async (agent) => [{ shot: await shotOf(agent), x: 30, y: 30, toX: 60, toY: 60 }],
  mouse_wheel: async (agent) => [{ shot: await shotOf(agent), x: 30, y: 30, dy: 20 }],
  navigate: () => [{ url: 'reload' }],
  network_requests: () => [{}],
  pdf_save: () => [{}],
  press_key: () => [{ key: 'Tab' }],
  read_text: () => [{}],
  record: () => [{ action: 'start' }, { action: 'stop' }],
  screenshot: () => [{}, { fullPage: true }],
  scroll: () => [{ direction: 'bottom' }],
  select_option: (agent) => [{ ref: agent.ref('Colour'), values: ['Green'] }],
  select_text: (agent) => [{ ref: agent.ref('Name') }],
  snapshot: () => [{}],
  storage: () => [{ action: 'set', key: 'a', value: 'b' }, { action: 'clear' }],
  storage_state: () => [{ action: 'save' }],
  tabs: () => [{ action: 'open', url: 'about:blank' }, { action: 'list' }, { action: 'release' }],
  type: (agent) => [{ ref: agent.ref('Name'), text: 'Bo', submit: true }],
  upload: (agent) => [{ ref: agent.ref('Papers'), files: [{ name: 'a.txt', text: 'A' }] }],
  wait_for: () => [{ text: 'Name' }],
  zoom: async (agent) => [{ shot: await shotOf(agent), x: 0, y: 0, width: 90, height: 90 }],
};

/** The user's tab is watched. */
export function focusSuite(scene: Scene): void {
  it('leave the user’s tab in front, focused and as large as it was, through all tools', async () => {
    const { reports } = scene.site;
    const inFront = 'alive visible focused';
    await eventually('the user’s page is in front', () => reports.at(-1) === inFront);
    const before = reports.length;
    await scene.at('/fields');
    const { result } = await scene.agent.client.request({ method: 'list_tools', params: {} });
    const tools = isRecord(result) && Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(deeds).sort());
    for (const [name, argsFor] of Object.entries(deeds)) {
      await scene.agent.goTo(`${scene.site.origin}/fields`);
      for (const args of await argsFor(scene.agent)) {
        const url = args.url === 'about:blank' ? { url: `${scene.site.origin}/article` } : {};
        const done = scene.agent.call(name, { ...args, ...url });
        if (mayFail[scene.hands].includes(name)) await done.catch(() => {});
        else await done;
      }
    }
    const after = reports.length;
    await eventually('the user’s page has told twice since', () => reports.length > after + 1);
    const told = reports.slice(before).filter((what) => what !== inFront);
    expect(told.filter((what) => what !== 'resize')).toEqual([]);
    expect(told.length).toBeLessThanOrEqual(1);
  });
}
