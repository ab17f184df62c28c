import { expect, it } from 'vitest';
import { openerFor } from './open-address.ts';

it("each desktop's own opener gets the address as one argument, whatever signs are in it", () => {
  const address = 'https://example.org/authorize?a=1&b=$(x)|"y"';
  expect(openerFor('linux', address)).toEqual(['xdg-open', address]);
  expect(openerFor('darwin', address)).toEqual(['open', address]);
  expect(openerFor('win32', address)).toEqual(['rundll32', 'url.dll,FileProtocolHandler', address]);
});
