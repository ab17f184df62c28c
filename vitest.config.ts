// Test projects: on sources alone, with real processes of ours, and end to end with real browsers and a real VS Code.
import { defineConfig } from 'vitest/config';

const conditions = ['@sallyport/source'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

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
          // Longer than any wait inside a test, so that the wait says what did not come.
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'processes',
          include: ['packages/*/src/**/*.process.test.ts', 'tests/contract/*/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['tests/e2e/vscode/**'],
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
          include: ['tests/slow/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
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
          globalSetup: 'tests/e2e/vscode/global-setup.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
