// Whose console is read, against a page that forges its hook.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneWorldApi } from '../../../../tests/support/one-world-api.ts';
import { ConsoleLog } from '../in-page/console-log.ts';
import { PageWorld } from '../in-page/page-world.ts';
import { readConsole } from './read-console.ts';

const admitted = 'https://admitted.example';
const NAME = 'name-of-the-hooks';

describe('the console of a tab', () => {
  const page = { [`${NAME}-console`]: (): string => '' };

  beforeEach(() => {
    vi.stubGlobal('window', page);
    vi.stubGlobal('sallyportHooks', NAME);
  });

  afterEach(() => vi.unstubAllGlobals());

  const read = (site: string | undefined, hasChanged = false) =>
    readConsole(
      {
        log: new ConsoleLog(new PageWorld(oneWorldApi)),
        pages: { admit: async () => site },
        secretsIn: { requireUntouched: async () => {}, watch: async () => ({ hasChanged: () => hasChanged, end }) },
      },
      1,
    );
  const end = vi.fn();

  const message = ['1000001', 'error', '1', 'lost', ''].join('\u0001');

  it('is read where the document is of the site that was admitted, or no site needs to be, unless pages came and went', async () => {
    vi.stubGlobal('location', { origin: admitted });
    page[`${NAME}-console`] = () => ['2', message].join('\0');
    const recorded = { dropped: 2, messages: [{ id: 1000001, level: 'error', count: 1, text: 'lost', stack: '' }] };
    expect(await read(admitted)).toEqual(recorded);
    expect(await read(undefined)).toEqual(recorded);
    end.mockClear();
    expect(await read(undefined, true)).toEqual({ dropped: 0, messages: [] });
    expect(end).toHaveBeenCalledOnce();
  });

  it.each([
    ['its own words', ['2', message]],
    ['the admitted site before them', [admitted, '2', message]],
  ])('is empty where the document was replaced by one of another site that reports %s', async (_, report) => {
    vi.stubGlobal('location', { origin: 'https://other.example' });
    page[`${NAME}-console`] = () => report.join('\0');
    expect(await read(admitted)).toEqual({ dropped: 0, messages: [] });
  });
});
