// The sallyport command's entry: a browser's call goes straight to the native host, everything else to its command.
import { readMachine } from '@sallyport/native-host/run-directory';

const args = process.argv.slice(2);

if (args[0] === 'native-host' || args[0] === '--chrome-native-host') {
  // Before anything else is loaded: a browser waits for this, and stdout belongs to its frames.
  const { main } = await import('@sallyport/native-host');
  await main();
} else {
  const [{ run }, { openContext }] = await Promise.all([import('./run.ts'), import('./process-context.ts')]);
  // A reader that has seen enough (`sallyport … | head`) is no fault.
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await run(args, openContext(process, readMachine()));
}
