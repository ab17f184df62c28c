// Well known devices to emulate: the size of their viewport, and how they introduce themselves.

export interface Device {
  readonly width: number;
  readonly height: number;
  /** Device pixels of a CSS pixel. */
  readonly scale: number;
  readonly isMobile: boolean;
  readonly system: 'iOS' | 'iPadOS' | 'Android' | undefined;
}

export const deviceNames = ['iPhone 15', 'iPhone SE', 'iPad Mini', 'Pixel 8', 'Galaxy S24', 'Desktop HD'] as const;

export type DeviceName = (typeof deviceNames)[number];

export const devices: Readonly<Record<DeviceName, Device>> = {
  'iPhone 15': { width: 393, height: 852, scale: 3, isMobile: true, system: 'iOS' },
  'iPhone SE': { width: 375, height: 667, scale: 2, isMobile: true, system: 'iOS' },
  'iPad Mini': { width: 768, height: 1024, scale: 2, isMobile: true, system: 'iPadOS' },
  'Pixel 8': { width: 412, height: 915, scale: 2.625, isMobile: true, system: 'Android' },
  'Galaxy S24': { width: 360, height: 780, scale: 3, isMobile: true, system: 'Android' },
  'Desktop HD': { width: 1920, height: 1080, scale: 1, isMobile: false, system: undefined },
};

/** How Safari names these systems; a site may have other pages for tablets. */
const appleSystems = {
  iOS: 'iPhone; CPU iPhone OS 17_5 like Mac OS X',
  iPadOS: 'iPad; CPU OS 17_5 like Mac OS X',
} as const;

/** Safari on iOS and iPadOS, or Chrome on Android in the form that hides the model, of the version of this browser. */
export function userAgentOf({ system }: Device, own: string): string {
  if (system === undefined) return own;
  if (system !== 'Android') {
    return `Mozilla/5.0 (${appleSystems[system]}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`;
  }
  const major = /Chrome\/(\d+)/.exec(own)?.[1] ?? '130';
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}
