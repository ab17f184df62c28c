// Allows one `up` at a time: it keeps a socket bound while it runs.
import { createServer } from 'node:net';
import {
  chooseSocketPath,
  listenPrivately,
  type Machine,
  type RunDirectory,
  removeDeadSocket,
  removeFile,
} from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';

/** Throws when another `up` is running; removes the socket of a killed one. */
export async function openSingleUp(run: RunDirectory, machine: Machine): Promise<{ close(): Promise<void> }> {
  const path = chooseSocketPath(run.path, 'up.sock', machine);
  // Accepting the connection is the answer.
  const server = createServer((socket) => socket.destroy());
  if (!(await removeDeadSocket(path, machine))) throw alreadyUp();
  try {
    await listenPrivately(server, path);
  } catch (error) {
    throw alreadyUp(error);
  }
  return {
    close: () =>
      new Promise((resolve) => {
        removeFile(path);
        server.close(() => resolve());
      }),
  };
}

function alreadyUp(cause?: unknown): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', '"sallyport up" is already running in another terminal.', {
    hint: 'Run "sallyport status" to see it, or stop it there with Ctrl+C first.',
    cause,
  });
}
