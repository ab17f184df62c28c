// A home of its own for a test of the embedding API, whose one host is closed when the test has finished.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMcpHost } from '@sallyport/gateway';
import { onTestFinished, vi } from 'vitest';

export interface Embedding {
  readonly home: string;
  /** Ends the host; what was kept on disk is met by the next. */
  restart(): Promise<void>;
}

export function openEmbedding(mcpServers: Readonly<Record<string, object>> = {}): Embedding {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-embed-'));
  writeFileSync(join(home, 'config.json'), JSON.stringify({ mcpServers }));
  vi.stubEnv('SALLYPORT_HOME', home);
  const restart = () => getMcpHost().close();
  onTestFinished(async () => {
    await restart();
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });
  return { home, restart };
}
