// What an editor's door tells its output channel, with a real port and real files. The VS Code of the end-to-end tests comes
// without the native part that writes channels.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { DoorLife } from '../../../packages/vscode-extension/src/window/door-life.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';

it(verifies('every change of the config of agents is told, and why there was none', 'S2-config-logged'), async () => {
  const home = temporaryFolder();
  const configFile = join(home, '.claude.json');
  const lines: string[] = [];
  const life = new DoorLife({
    settings: () => ({
      port: 0,
      autoStart: true,
      approvalMode: 'write-only',
      diagnosticDelay: 1500,
      requireAuth: true,
      autoConfigure: 'auto',
    }),
    token: 'b'.repeat(64),
    offerTo: () => ({
      listTools: async () => [],
      callTool: () => Promise.reject(new Error()),
      onToolsChanged: () => () => {},
    }),
    isAwaited: () => false,
    folders: () => [home],
    configFile,
    machine: { ...readMachine(), env: { SALLYPORT_HOME: join(home, 'sallyport') } },
    pid: process.pid,
    isAlive: () => true,
    now: Date.now,
    random: randomBytes,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line) },
    onFault: (thrown) => lines.push(String(thrown)),
    onState: () => {},
  });
  const told = async (step: () => Promise<void>) => {
    await step();
    return lines.splice(0).filter((line) => line.includes(configFile));
  };
  expect(await told(() => life.start())).toEqual([`Put the entry sallyport-editor into ${configFile}.`]);
  expect(await told(() => life.stop())).toEqual([`Took the entry away from ${configFile}.`]);
  writeFileSync(configFile, '{ broken');
  expect(await told(() => life.start())).toEqual([`${configFile} is not the JSON it should be; it was left as it is.`]);
  await life.stop();
});
