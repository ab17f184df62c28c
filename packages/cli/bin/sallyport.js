#!/usr/bin/env node
// The command as npm links it. The code proper is built; without a build it says what to do instead of a stack trace.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  console.error('Sallyport is not built yet. Run "npm run build" in its folder first.');
  process.exitCode = 1;
}
