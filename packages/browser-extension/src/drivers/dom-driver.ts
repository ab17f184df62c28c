// Input by page events: works in every browser, without the debugger's bar.
import type { Driver, DriverOptions } from './driver.ts';

export function domDriver({ pages, guard }: DriverOptions): Driver {
  return {
    // Browsers open none without a trusted click.
    chooserIn: () => undefined,
    async perform(place, name, args) {
      // It runs in the page's own world, where the page may have broken built-ins.
      await guard.begin(place).catch(() => {});
      return { ...(await pages.call(place, name, args)), trusted: false };
    },
  };
}
