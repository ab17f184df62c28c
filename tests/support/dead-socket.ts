// What a killed process leaves behind: a socket file at which nobody listens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Binds the path in a process of its own and kills that, so that the file stays. */
export async function leaveDeadSocket(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  await once(child, 'exit');
}
