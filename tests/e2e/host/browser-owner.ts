// A program that opens a managed browser and then does nothing: a test kills it to see what becomes of the browser.
import type { ManagedBrowserOptions } from '../../../packages/cli/src/managed-browser/launch-options.ts';
import { openManagedBrowser } from '../../../packages/cli/src/managed-browser/open.ts';

// The test wrote them with JSON.stringify, as they are.
const options = JSON.parse(process.argv[2] ?? '') as ManagedBrowserOptions;
const browser = await openManagedBrowser(options);
console.log(browser.pid);
await browser.exited;
