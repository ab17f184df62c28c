import { describe, expect, it } from 'vitest';
import { type DeviceName, devices, userAgentOf } from './devices.ts';

const OWN = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('the user agent of a device', () => {
  it.each<[DeviceName, RegExp]>([
    ['iPhone SE', /^Mozilla\/5\.0 \(iPhone; CPU iPhone OS 17_5 like Mac OS X\) .+ Mobile\/15E148 Safari\//],
    ['iPad Mini', /^Mozilla\/5\.0 \(iPad; CPU OS 17_5 like Mac OS X\) .+ Mobile\/15E148 Safari\//],
    ['Pixel 8', /^Mozilla\/5\.0 \(Linux; Android 10; K\) .+ Chrome\/141\.0\.0\.0 Mobile Safari\//],
    ['Desktop HD', /^Mozilla\/5\.0 \(X11; Linux x86_64\) .+ Chrome\/141\.0\.0\.0 Safari\//],
  ])('%s is its own', (name, expected) => {
    expect(userAgentOf(devices[name], OWN)).toMatch(expected);
  });
});
