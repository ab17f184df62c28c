// Watches config.json and reports changes; an invalid edit is reported and changes nothing.
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readIfPresent } from '@sallyport/native-host/run-directory';
import { limits, SallyportError } from '@sallyport/protocol';
import { type Config, parseConfig } from './config.ts';

export interface ConfigWatchOptions {
  readonly path: string;
  /** The content that is in force. */
  readonly text: string | undefined;
  readonly onConfig: (config: Config) => void;
  readonly onUnsound: (error: SallyportError) => void;
}

export interface ConfigWatch {
  close(): void;
}

/** Watches the folder, because editors and our own commands replace the file. */
export function watchConfig({ path, text, onConfig, onUnsound }: ConfigWatchOptions): ConfigWatch {
  let last = text;
  let timer: NodeJS.Timeout | undefined;
  const look = (mayWait: boolean) => {
    try {
      const now = readIfPresent(path);
      if (now === last) return;
      if (mayWait && (now ?? '').trim() === '') {
        timer = setTimeout(look, limits.server.reloadEmptyMs, false);
        return;
      }
      last = now;
      onConfig(parseConfig(now, path));
    } catch (thrown) {
      if (!(thrown instanceof SallyportError)) throw thrown;
      onUnsound(thrown);
    }
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, limits.server.reloadQuietMs, true);
  };
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name === null || name === basename(path)) lookSoon();
  });
  // The file may have changed since it was read.
  lookSoon();
  // The folder was removed.
  watcher.on('error', () => watcher.close());
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
