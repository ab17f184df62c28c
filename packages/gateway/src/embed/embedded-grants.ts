// The grants of a home in an embedding program: read again when another process wrote them, not written while a gateway runs.
import { join } from 'node:path';
import { type GatewayRecord, probeSocket } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Base } from '../lifecycle/base.ts';
import { Grants } from '../rooms/grants/grants.ts';
import { stampOf } from '../store/document.ts';
import { openGrantDocument } from '../store/grant-document.ts';

export function openEmbeddedGrants({ dataFolder, log, createId, ...options }: Base): () => Grants {
  const document = openGrantDocument({ ...options, folder: dataFolder, tell: log });
  const path = join(dataFolder, 'grants.json');
  let seen: string | undefined;
  const grants = new Grants({
    kept: { grants: [] },
    save(kept) {
      document.save(kept);
      seen = stampOf(path);
    },
    now: options.now,
    createId,
  });
  return () => {
    if (stampOf(path) !== seen) {
      grants.reload(document.load());
      seen = stampOf(path);
    }
    return grants;
  };
}

export function gatewayLives({ pid }: Pick<GatewayRecord, 'pid'>): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `A gateway (process ${pid}) already manages these grants.`, {
    hint: 'Use "sallyport grants", or stop the gateway with "sallyport stop".',
    data: { pid },
  });
}

/** Throws when the gateway of this record answers; a record that a crash left behind is ignored. */
export async function refuseWhileRunning(record: GatewayRecord | undefined): Promise<void> {
  if (record !== undefined && (await probeSocket(record.socket)) === 'alive') throw gatewayLives(record);
}
