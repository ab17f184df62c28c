// chrome-devtools-mcp in the zoo: its tools, and the uids in its replies.
import { itemsOf, linesOf } from '../lines.ts';
import { type Call, type Item, Meter, type Product } from '../product.ts';

export interface DevtoolsOptions {
  readonly call: Call;
  /** Writes a file where the server may read it, and returns its path. */
  readonly save: (name: string, text: string) => string;
}

export function createDevtools({ call: unmetered, save }: DevtoolsOptions): Product {
  const meter = new Meter();
  const call = meter.over(unmetered);
  // Without a snapshot in the reply every action would need a look after it.
  const act = (tool: string, args: object) => call(tool, { ...args, includeSnapshot: true });
  const fill = (uid: string, value: string) => act('fill', { uid, value });
  return {
    name: 'chrome-devtools-mcp',
    meter,
    navigate: (url) => call('navigate_page', { type: 'url', url }),
    look: () => call('take_snapshot'),
    waitFor: (text) => call('wait_for', { text: [text] }),
    itemsIn,
    isIdle: () => false,
    click: (uid, { double = false, button, modifiers }) => {
      if (button !== undefined || modifiers !== undefined) throw new Error('It has no such click.');
      return act('click', { uid, dblClick: double });
    },
    async type(uid, text, { keys = false, append = false, submit = false }) {
      if (!keys && !append && !submit) return fill(uid, text);
      await call('click', { uid });
      await call('type_text', { text, ...(submit && { submitKey: 'Enter' }) });
      return call('take_snapshot');
    },
    async press(key, uid) {
      if (uid !== undefined) await call('click', { uid });
      return act('press_key', { key });
    },
    select: fill,
    set: fill,
    drag: (from, to) => act('drag', { from_uid: from, to_uid: to }),
    hover: (uid) => act('hover', { uid }),
    // It has no tool to scroll with, but keys.
    scroll: (_, direction) => act('press_key', { key: direction === 'up' ? 'PageUp' : 'PageDown' }),
    async upload(uid, files) {
      const [first] = files;
      if (first === undefined || files.length > 1) throw new Error('It takes one file at a time.');
      return act('upload_file', { uid, filePath: save(first.name, first.text) });
    },
  };
}

function itemsIn(reply: string): Item[] {
  return itemsOf(
    linesOf(reply, (text) => {
      // Text has a uid and no role.
      const [, ref, role = 'text', name = '', rest = ''] =
        /^uid=(\S+)(?: (\w+))?(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(text) ?? [];
      const value = / value="([^"]*)"/.exec(rest)?.[1] ?? '';
      return ref === undefined ? [] : [{ ref, role, names: [name, value].filter((one) => one !== '') }];
    }),
    { isEveryElementThere: true },
  );
}
