// npm start: the managed browser, the gateway and a first real call, through the command as users have it.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../packages/cli/bin/sallyport.js', import.meta.url));
const child = spawn(process.execPath, [command, 'up', ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl+C reaches the child by itself; this process only waits for it to clean up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
