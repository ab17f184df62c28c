// Playwright MCP in the zoo: its tools, and the refs in its replies.
import { itemsOf, linesOf, unquoted } from '../lines.ts';
import { type Call, type Item, Meter, type Product } from '../product.ts';

export interface PlaywrightOptions {
  readonly call: Call;
  /** Writes a file where the server may read it, and returns its path. */
  readonly save: (name: string, text: string) => string;
}

export function createPlaywright({ call: unmetered, save }: PlaywrightOptions): Product {
  const meter = new Meter();
  const call = meter.over(unmetered);
  const click = (target: string) => call('click', { target });
  return {
    name: 'playwright-mcp',
    meter,
    navigate: (url) => call('navigate', { url }),
    look: () => call('snapshot'),
    waitFor: (text) => call('wait_for', { text }),
    itemsIn,
    isIdle: () => false,
    click: (target, { button, double = false, modifiers }) =>
      call('click', { target, doubleClick: double, ...(button && { button }), ...(modifiers && { modifiers }) }),
    type: (target, text, { keys = false, submit = false }) => call('type', { target, text, slowly: keys, submit }),
    async press(key, target) {
      if (target !== undefined) await click(target);
      return call('press_key', { key });
    },
    select: (target, option) => call('select_option', { target, values: [option] }),
    set: (target, text) => call('type', { target, text }),
    drag: (startTarget, endTarget) => call('drag', { startTarget, endTarget }),
    hover: (target) => call('hover', { target }),
    // It has no tool to scroll with, but keys.
    scroll: (_, direction) => call('press_key', { key: direction === 'up' ? 'PageUp' : 'PageDown' }),
    async upload(target, files) {
      await click(target);
      return call('file_upload', { paths: files.map(({ name, text }) => save(name, text)) });
    },
  };
}

function itemsIn(reply: string): Item[] {
  return itemsOf(
    linesOf(reply, (text) => {
      const [, role = '', name, attributes = '', words] =
        /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)'?:?(?: (.*))?$/.exec(text) ?? [];
      if (role === '') return [];
      const ref = /\[ref=(\w+)\]/.exec(attributes)?.[1];
      const names = [name, words].filter((one) => one !== undefined).map(unquoted);
      return [{ role, names, ...(ref === undefined ? {} : { ref }) }];
    }),
    { isEveryElementThere: true },
  );
}
