// The process that a browser starts.
import process from 'node:process';
import { runNativeHost } from './run.ts';
import { readMachine } from './run-directory/machine.ts';

void runNativeHost({ process, machine: readMachine(), args: process.argv.slice(2) }).then((code) => process.exit(code));
