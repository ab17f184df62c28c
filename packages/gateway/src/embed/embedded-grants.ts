// The decisions of a home inside a program that embeds us: read anew when another process wrote, never written beside a gateway.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type GatewayRecord, probeSocket } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Base } from '../lifecycle/base.ts';
import { Grants } from '../rooms/grants/grants.ts';
import { openGrantDocument } from '../store/grant-document.ts';

/** The grants as they are on disk now. */
export function openEmbeddedGrants({ dataFolder, log, createId, ...options }: Base): () => Grants {
  const document = openGrantDocument({ ...options, folder: dataFolder, tell: log });
  const path = join(dataFolder, 'grants.json');
  const look = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  };
  let seen: string | undefined;
  const grants = new Grants({
    kept: { grants: [] },
    save(kept) {
      document.save(kept);
      seen = look();
    },
    now: options.now,
    createId,
  });
  return () => {
    const current = look();
    if (current !== seen) {
      grants.reload(document.load());
      seen = look();
    }
    return grants;
  };
}

/** The one gateway of a home is the one writer of its decisions. */
export function gatewayLives({ pid }: Pick<GatewayRecord, 'pid'>): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `A gateway (process ${pid}) keeps the decisions of this home.`, {
    hint: 'Decide through it, with "sallyport grants", or end it with "sallyport stop".',
    data: { pid },
  });
}

/** Throws when the gateway of this record answers; a record that a crash left behind is in nobody's way. */
export async function refuseBeside(record: GatewayRecord | undefined): Promise<void> {
  if (record !== undefined && (await probeSocket(record.socket)) === 'alive') throw gatewayLives(record);
}
