// The native host as a part of another process, for the command line.
export { type HostProcess, type NativeHostOptions, runNativeHost } from './run.ts';
