// Tells whether a process is running, by its pid.

/** Also true for another user's process, which we may not signal. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
