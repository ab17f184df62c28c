// The import fences hold on the real sources, and would fail on a planted offence.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { covers, fences, findOffences, folderFences, readPackageSources } from '../support/layers.ts';
import { projectRoot } from '../support/test-sources.ts';

describe('the fences between packages', () => {
  const sources = readPackageSources(projectRoot);

  it('hold', () => {
    expect(findOffences(sources)).toEqual([]);
  });

  it('are checked on files of every package, and every package has one', () => {
    const packages = readdirSync(join(projectRoot, 'packages')).sort();
    expect([...new Set(sources.map(({ path }) => path.split('/')[1]))].sort()).toEqual(packages);
    expect(Object.keys(fences).sort()).toEqual(packages);
  });

  it.each(Object.entries(folderFences))('let imports between folders of %s point one way', (name, { folders }) => {
    const names = Object.keys(folders);
    const upward = Object.entries(folders).flatMap(([folder, allowed]) =>
      allowed.flatMap((entry) => names.slice(names.indexOf(folder)).filter((name) => covers(entry, name))),
    );
    expect(upward).toEqual([]);
    const inUse = sources.flatMap(({ path }) => new RegExp(`^packages/${name}/src/(.+)/[^/]+$`).exec(path)?.[1] ?? []);
    expect(names.filter((folder) => !inUse.some((used) => covers(`${folder}/*`, `${used}/`)))).toEqual([]);
  });

  it.each([
    ['packages/protocol/src/x.ts', "import { readFileSync } from 'node:fs';", 'runs without Node'],
    ['packages/protocol/src/x.ts', "import fs from 'fs';", 'runs without Node'],
    ['packages/protocol/src/x.ts', "import type { Thing } from '@sallyport/native-host';", 'none of our packages'],
    ['packages/native-host/src/x.ts', "export { z } from 'zod';", 'no npm package'],
    ['packages/native-host/src/x.ts', "const tool = await import('@sallyport/protocol/tool');", 'may import'],
    ['packages/native-host/src/x.ts', "import { limits } from '../../protocol/src/limits.ts';", 'leaves the package'],
    ['packages/gateway/src/rooms/grants/x.ts', "import { list } from '../registry/list.ts';", 'no other folder'],
    ['packages/gateway/src/rooms/limits/x.ts', "import type { Made } from '../../path/call.ts';", 'no other folder'],
    ['packages/gateway/src/path/x.ts', "import { createOffer } from '../offers/offers.ts';", 'may import rooms/*'],
    ['packages/gateway/src/path/x.ts', "import { main } from '../main.ts';", 'may import rooms/*'],
    [
      'packages/gateway/src/apps/browser/x.ts',
      "import { Link } from '../servers/sign-in/login.ts';",
      'may import apps',
    ],
    [
      'packages/gateway/src/doors/control/x.ts',
      "import { openGateway } from '../../lifecycle/gateway.ts';",
      'doors may',
    ],
    ['packages/mcp-door/src/revisions/x.ts', "import { StreamDoor } from '../door/stream-door.ts';", 'may import base'],
    ['packages/gateway/src/loose.ts', "import { call } from './path/call.ts';", 'has no fence'],
    [
      'packages/browser-extension/src/base/x.ts',
      "import { performAction } from '../actions/perform-action.ts';",
      'no other folder',
    ],
    ['packages/browser-extension/src/page/x.ts', "import { Owners } from '../tabs/owners.ts';", 'page may import base'],
    [
      'packages/browser-extension/src/in-page/x.ts',
      "import type { SiteAccess } from '../guard/access/site-access.ts';",
      'in-page',
    ],
    [
      'packages/browser-extension/src/guard/access/x.ts',
      "import '../../pages/documents.ts';",
      'guard/access may import',
    ],
    ['packages/browser-extension/src/tools/x.ts', "import '../page/dom.ts';", 'tools may import'],
    ['packages/browser-extension/src/tabs/x.ts', "import '../main.ts';", 'tabs may import'],
    ['packages/browser-extension/src/attic/x.ts', "import '../base/abort.ts';", 'has no fence'],
    ['packages/unheard-of/src/x.ts', '', 'has no fence'],
  ])('fail on an offence planted in %s: %s', (path, text, fault) => {
    expect(findOffences([{ path, text }]).join()).toContain(fault);
  });
});
