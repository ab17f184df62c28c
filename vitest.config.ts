// Test projects: on sources alone, with real processes of ours, and end to end with real browsers and a real VS Code.
import { defineConfig } from 'vitest/config';

const conditions = ['@sallyport/source'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** The native host, its installer and managed browsers, as processes. */
const hostTests = [
  'packages/{native-host,cli}/src/**/*.process.test.ts',
  'tests/contract/{native-host,install}/**/*.test.ts',
  'tests/e2e/host/**/*.test.ts',
];

/** Attackers with many tries, and suites of which `npm test` has shorter ones: they run in `npm run test:slow`. */
const longBrowserTests = [
  'tests/e2e/attacks/{agent-with-tools,fence,flooding-page,frame-in-pictures,hidden-text,panel-door}.test.ts',
  'tests/e2e/attacks/{pixels-of-a-picture,secrets-by-name,shown-secrets,web-page}.test.ts',
  'tests/e2e/attacks/frame-that-takes-focus.test.ts',
  'tests/e2e/browser/{evaluation,long-pages}.test.ts',
  'tests/e2e/journeys/*.test.ts',
];
const longSkeletonTests = ['tests/e2e/skeleton/{extension,start-race}.test.ts'];
const longGatewayTests = ['tests/contract/servers/fifty-crashes.test.ts'];
const longEditorTests = ['tests/e2e/vscode/{gateway,review-failures,review-safety}.test.ts'];
/** They wait for a third window and for what never comes from a shell. */
const waitingEditorTests = ['tests/e2e/vscode/{new-window,plain-shell}.test.ts'];
const isOldestEditor = process.env.SALLYPORT_TEST_EDITOR === 'oldest';
const slowEditorTests = 'tests/slow/editor/*.test.ts';

/** In `npm test`, suites that run in several browsers and take long run in fewer of them. */
const inAllBrowsers = [
  'tests/e2e/browser/{actions,addressable,guard,inspection,names,ownership,settle,web-pages}.test.ts',
];

export default defineConfig({
  ...shared,
  test: {
    reporters: ['default', './scripts/plain-reporter.ts'],
    passWithNoTests: false,
    projects: [
      {
        ...shared,
        test: {
          name: 'check',
          include: ['packages/*/src/**/*.test.ts', 'tests/contract/*.test.ts'],
          exclude: ['**/*.process.test.ts'],
          setupFiles: ['tests/support/browser-promises.ts', 'tests/support/extension-texts.ts'],
          // No module of ours keeps anything, so files can share a process; a new one for each took longer than the tests.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          // Longer than any wait inside a test, so that the wait says what did not come.
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'host',
          include: hostTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'gateway',
          include: ['packages/*/src/**/*.process.test.ts', 'tests/contract/*/**/*.test.ts'],
          exclude: [...hostTests, ...longGatewayTests],
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'skeleton',
          include: ['tests/e2e/skeleton/**/*.test.ts'],
          exclude: longSkeletonTests,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [
            ...hostTests,
            ...longBrowserTests,
            'tests/e2e/skeleton/**',
            'tests/e2e/vscode/**',
            '**/node_modules/**',
          ],
          env: { SALLYPORT_TEST_SAMPLE: '1' },
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: { name: 'conformance', include: ['tests/conformance/*.test.ts'], testTimeout: 150_000 },
      },
      {
        ...shared,
        test: {
          name: 'slow',
          include: [
            'tests/slow/**/*.test.ts',
            ...longBrowserTests,
            ...longSkeletonTests,
            ...longGatewayTests,
            ...inAllBrowsers,
          ],
          exclude: ['**/node_modules/**', 'tests/slow/widgets/**', slowEditorTests],
          fileParallelism: false,
          testTimeout: 200_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'widgets',
          include: ['tests/slow/widgets/*.test.ts'],
          fileParallelism: false,
          testTimeout: 200_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'editor',
          include: ['tests/e2e/vscode/**/*.test.ts'],
          exclude: [...longEditorTests, ...(isOldestEditor ? [] : waitingEditorTests)],
          globalSetup: 'tests/e2e/vscode/global-setup.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'slow-editor',
          include: [...longEditorTests, ...waitingEditorTests, slowEditorTests],
          globalSetup: 'tests/e2e/vscode/global-setup.ts',
          fileParallelism: false,
          testTimeout: 100_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
