// The sallyport command's entry: a browser's call goes straight to the native host, everything else to its command.

const args = process.argv.slice(2);

if (args[0] === 'native-host' || args[0] === '--chrome-native-host') {
  // Before anything else is loaded: a browser waits for this, and stdout belongs to its frames.
  const [{ runNativeHost }, { readMachine }] = await Promise.all([
    import('@sallyport/native-host'),
    import('@sallyport/native-host/run-directory'),
  ]);
  process.exit(await runNativeHost({ process, machine: readMachine(), args: args.slice(1) }));
} else {
  const [{ run }, { openContext }, { readMachine }] = await Promise.all([
    import('./run.ts'),
    import('./process-context.ts'),
    import('@sallyport/native-host/run-directory'),
  ]);
  // A reader that has seen enough (`sallyport … | head`) is no fault.
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await run(args, openContext(process, readMachine()));
}
