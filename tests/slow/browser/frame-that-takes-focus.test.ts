// A frame of another site that takes the focus gets nothing of a hundred secrets; npm test has a sample of it.
import { describe } from 'vitest';
import { frameThatTakesFocus } from '../../e2e/attacks/frame-that-takes-focus.suite.ts';

describe.each(['chromium', 'firefox'] as const)('in %s', (engine) => frameThatTakesFocus(engine, 100));
