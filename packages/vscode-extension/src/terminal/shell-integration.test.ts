// Tests of which editors' shell integration is used.
import { expect, it } from 'vitest';
import { hasShellIntegration } from './shell-integration.ts';

it('shell integration is used from the release in which it is final', () => {
  expect(['1.90.2', '1.92.0', '1.93.0', '1.100.3', '1.139.1', '2.0.0-insider'].filter(hasShellIntegration)).toEqual([
    '1.93.0',
    '1.100.3',
    '1.139.1',
    '2.0.0-insider',
  ]);
});
