// The browsers and drivers of a long suite: all in `npm run test:slow`, and a part of them in `npm test`.

const isSample = process.env.SALLYPORT_TEST_SAMPLE !== undefined;

export const engines: readonly ('chromium' | 'firefox')[] = isSample ? ['chromium'] : ['chromium', 'firefox'];

/** Firefox and Chromium without its debugger act by the same page events. */
export const drivers: readonly ('chromium' | 'quiet' | 'firefox')[] = isSample
  ? ['chromium', 'firefox']
  : ['chromium', 'quiet', 'firefox'];
