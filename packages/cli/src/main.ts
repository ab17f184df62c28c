// Entry point of the sallyport command: starts the native host for a browser, or runs a command.

const args = process.argv.slice(2);

if (args[0] === 'native-host' || args[0] === '--chrome-native-host') {
  // Loads nothing else first: the browser is waiting, and stdout carries its messages.
  const [{ runNativeHost }, { readMachine }] = await Promise.all([
    import('@sallyport/native-host'),
    import('@sallyport/native-host/run-directory'),
  ]);
  process.exit(await runNativeHost({ process, machine: readMachine(), args: args.slice(1) }));
} else {
  const [{ run }, { openContext }, { readMachine, withUserHome }] = await Promise.all([
    import('./run.ts'),
    import('./process-context.ts'),
    import('@sallyport/native-host/run-directory'),
  ]);
  // A closed pipe is not an error: `sallyport … | head`.
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await run(args, openContext(process, withUserHome(readMachine())));
}
