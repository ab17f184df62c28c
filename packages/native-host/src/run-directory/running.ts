// Whether a process is there, by its number.

/** Someone else's process counts: it may not be signalled, and runs all the same. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
