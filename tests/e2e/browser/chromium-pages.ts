// Chromium's pages through its debugging pipe: JSON that ends with a NUL byte.
import { isRecord } from '@sallyport/protocol';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import type { DrivenPage, DrivenPages } from './person.ts';

/** What Chromium's automation can besides: another tab, and pictures of one. */
export interface ChromiumPage extends DrivenPage {
  /** A PNG of the page, laid out in a view of this size in CSS pixels. */
  picture(size: { readonly width: number; readonly height: number }): Promise<Buffer>;
  /** Has the page believe that the user prefers this. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
}

export interface ChromiumPages extends DrivenPages {
  list(): Promise<ChromiumPage[]>;
  open(url: string): Promise<ChromiumPage>;
}

const NUL = '\0';
const ANSWER_MS = 15_000;

export function openChromiumPages({ debuggingPipe }: BrowserProcess): ChromiumPages {
  if (debuggingPipe === undefined) throw new TypeError('The browser was not opened to be driven.');
  const { commands, answers } = debuggingPipe;
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  const sessions = new Map<string, string>();
  let rest = '';
  let last = 0;
  answers.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split(NUL);
    rest = whole.pop() ?? '';
    for (const json of whole) {
      const message: Record<string, unknown> = JSON.parse(json);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  commands.on('error', () => {});

  function command(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${method}.`)), ANSWER_MS);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (isRecord(result)) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      commands.write(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }) + NUL);
    });
  }

  async function sessionOf(targetId: string): Promise<string> {
    const known = sessions.get(targetId);
    if (known !== undefined) return known;
    const { sessionId } = await command('Target.attachToTarget', { targetId, flatten: true });
    sessions.set(targetId, String(sessionId));
    return String(sessionId);
  }

  function pageOf(targetId: string, url: string): ChromiumPage {
    const send = async (method: string, params: object = {}) => command(method, params, await sessionOf(targetId));
    async function evaluate(expression: string): Promise<unknown> {
      const options = { expression, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', options);
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return isRecord(result) ? result.value : undefined;
    }
    return {
      url,
      evaluate,
      async click(element) {
        const found = await evaluate(
          `(() => { const e = ${element}; e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`,
        );
        const [x, y] = Array.isArray(found) ? found.map(Number) : [];
        for (const type of ['mousePressed', 'mouseReleased']) {
          await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
        }
      },
      async goTo(address) {
        await send('Page.navigate', { url: address });
      },
      async prefer(scheme) {
        await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      },
      async picture(size) {
        await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
        await send('Emulation.setScrollbarsHidden', { hidden: true });
        const { data } = await send('Page.captureScreenshot', { format: 'png' });
        return Buffer.from(String(data), 'base64');
      },
    };
  }

  return {
    async list() {
      const { targetInfos } = await command('Target.getTargets');
      const pages = Array.isArray(targetInfos)
        ? targetInfos.filter(isRecord).filter(({ type }) => type === 'page')
        : [];
      return pages.map(({ targetId, url }) => pageOf(String(targetId), String(url)));
    },
    async open(url) {
      const { targetId } = await command('Target.createTarget', { url });
      return pageOf(String(targetId), url);
    },
    close: () => {},
  };
}
