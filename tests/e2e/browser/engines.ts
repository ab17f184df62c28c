// The browsers of a long suite: both in `npm run test:slow`, and Chromium alone in `npm test`.

export const engines: readonly ('chromium' | 'firefox')[] =
  process.env.SALLYPORT_TEST_SAMPLE === undefined ? ['chromium', 'firefox'] : ['chromium'];
