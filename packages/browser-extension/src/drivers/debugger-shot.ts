// A picture through Chromium's debugger: works on hidden tabs, and shows the debugging bar only while it is taken.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../platform.ts';
import type { PictureOptions } from '../tools/context.ts';

export interface Shot {
  /** Base64 of a JPEG file. */
  readonly data: string;
}

type DebuggerApi = BrowserApi['debugger'];

const PROTOCOL_VERSION = '1.3';

export async function shootWithDebugger(api: DebuggerApi, tabId: number, options: PictureOptions): Promise<Shot> {
  const target = { tabId };
  await api.attach(target, PROTOCOL_VERSION).catch((cause: unknown) => {
    throw notTaken(cause);
  });
  try {
    const { width, height, ratio } = viewportFrom(await api.sendCommand(target, 'Page.getLayoutMetrics'));
    const shot = await api.sendCommand(target, 'Page.captureScreenshot', {
      format: 'jpeg',
      quality: options.quality,
      // Relative to device pixels, of which a CSS pixel has `ratio`.
      clip: { x: 0, y: 0, width, height, scale: options.scale / ratio },
      captureBeyondViewport: false,
    });
    if (typeof shot?.data !== 'string') throw notTaken(undefined);
    return { data: shot.data };
  } finally {
    // The tab may have been closed meanwhile, which detaches too.
    await api.detach(target).catch(() => {});
  }
}

function viewportFrom(metrics: unknown): { width: number; height: number; ratio: number } {
  const { cssVisualViewport: css, visualViewport: device } = isRecord(metrics) ? metrics : {};
  const width = isRecord(css) ? Number(css.clientWidth) : Number.NaN;
  const height = isRecord(css) ? Number(css.clientHeight) : Number.NaN;
  const ratio = isRecord(device) ? Number(device.clientWidth) / width : 1;
  if (!(width > 0 && height > 0)) throw notTaken(undefined);
  return { width, height, ratio: ratio > 0 ? ratio : 1 };
}

function notTaken(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'No picture of this tab could be taken.', {
    hint: 'Another debugger may be attached to it, such as the developer tools; close them and try again.',
    cause,
  });
}
