// Asks this process to end when the one that started it is gone: npm runs a script through a shell, hands a SIGTERM to that
// shell alone, and the shell hands it to nobody.
import process from 'node:process';

const LOOK_MS = 500;

export function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
