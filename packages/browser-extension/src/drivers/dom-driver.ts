// Input made of the page's own events: works in every browser, and needs no debugger's bar.
import type { Driver, DriverOptions } from './driver.ts';

export function domDriver({ pages, guard }: DriverOptions): Driver {
  return {
    // Pages show none without a person's own click.
    chooserIn: () => undefined,
    async perform(place, name, args) {
      // It runs among the page's own things, which a page may have broken.
      await guard.begin(place).catch(() => {});
      return { ...(await pages.call(place, name, args)), trusted: false };
    },
  };
}
