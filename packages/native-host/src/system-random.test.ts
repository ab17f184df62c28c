import { describe, expect, it } from 'vitest';
import { openSystemRandom } from './system-random.ts';

describe('random bytes of the system', () => {
  it.each(['/dev/urandom', '/nowhere/at/all', '/dev/null'])(
    'come whole and differ, with the device %s',
    async (device) => {
      const random = await openSystemRandom(device);
      const drawn = Array.from({ length: 100 }, () => Buffer.from(random(16)).toString('hex'));
      expect(new Set(drawn).size).toBe(100);
      expect(drawn.every((hex) => hex.length === 32)).toBe(true);
    },
  );
});
