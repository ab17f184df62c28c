// The WebExtension API of both browsers, and what only one of them has.

export type BrowserApi = typeof chrome;

/** Firefox has promises on `browser`, Chromium on both names. */
export function browserApi(): BrowserApi {
  return typeof browser === 'undefined' ? chrome : browser;
}

export interface CaptureTabOptions {
  readonly format: 'jpeg';
  readonly quality: number;
  readonly scale: number;
  /** A part of the document; without it the visible part. */
  readonly rect?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Firefox: captures any tab, also a hidden one. */
export type CaptureTab = (tabId: number, options: CaptureTabOptions) => Promise<string>;

/** Undefined in Chromium. */
export function captureTabOf(api: BrowserApi): CaptureTab | undefined {
  // The types only know Chromium.
  const tabs = api.tabs as { readonly captureTab?: CaptureTab };
  return tabs.captureTab?.bind(tabs);
}

/** Undefined in Firefox. */
export function debuggerOf(api: BrowserApi): BrowserApi['debugger'] | undefined {
  return 'debugger' in api ? api.debugger : undefined;
}

/** Opens the panel beside the tabs: Chromium's side panel or Firefox's sidebar. Undefined where there is neither. */
export function besideOf(api: BrowserApi): ((windowId: number) => Promise<void>) | undefined {
  // The types only know Chromium.
  const { sidebarAction } = api as { readonly sidebarAction?: { open(): Promise<void> } };
  if (sidebarAction !== undefined) return () => sidebarAction.open();
  if (!('sidePanel' in api)) return undefined;
  return (windowId) => api.sidePanel.open({ windowId });
}

export interface BrowserName {
  readonly name: string;
  readonly version: string;
}

interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly fullVersionList?: readonly { readonly brand: string; readonly version: string }[];
    readonly [hint: string]: unknown;
  }>;
}

/** How the browser introduces itself to sites; without client hints in Firefox. */
export function ownUserAgent(): { text: string; hints: () => Promise<Record<string, unknown> | undefined> } {
  const { userAgent, userAgentData } = navigator as Navigator & { userAgentData?: UserAgentData };
  const names = ['architecture', 'model', 'platformVersion', 'fullVersionList'];
  return { text: userAgent, hints: async () => userAgentData?.getHighEntropyValues(names) };
}

/** The key by which people open links in tabs behind. */
export type NewTabKey = 'Control' | 'Meta';

export function newTabKey(): NewTabKey {
  return /Macintosh/.test(navigator.userAgent) ? 'Meta' : 'Control';
}

/** The browser's own name: "Firefox", "Chromium", "Microsoft Edge". */
export async function browserName(api: BrowserApi): Promise<BrowserName> {
  // Each exists in one browser only, and not in the types.
  const { getBrowserInfo } = api.runtime as { getBrowserInfo?: () => Promise<BrowserName> };
  if (getBrowserInfo !== undefined) {
    const { name, version } = await getBrowserInfo.call(api.runtime);
    return { name, version };
  }
  const { userAgentData } = navigator as { userAgentData?: UserAgentData };
  const brands = (await userAgentData?.getHighEntropyValues(['fullVersionList']))?.fullVersionList ?? [];
  return pickBrand(brands) ?? { name: 'Chromium', version: 'unknown' };
}

/** Chromium browsers list a fake brand and "Chromium" besides their own name. */
export function pickBrand(brands: readonly { brand: string; version: string }[]): BrowserName | undefined {
  const real = brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand.replace(/[^a-z]/gi, '.')));
  const own = real.find(({ brand }) => brand !== 'Chromium') ?? real[0];
  return own === undefined ? undefined : { name: own.brand, version: own.version };
}
