// SECURITY.md, "a frame of another site". All hundred tries are in tests/slow.
import { describe } from 'vitest';
import { frameThatTakesFocus } from './frame-that-takes-focus.suite.ts';

describe.each(['chromium', 'firefox'] as const)('in %s', (engine) => frameThatTakesFocus(engine, 20));
