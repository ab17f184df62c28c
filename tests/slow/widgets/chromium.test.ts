// The zoo of widgets in Chromium.
import { describe } from 'vitest';
import { zooSuite } from '../../e2e/widgets/zoo.suite.ts';

describe('the zoo in Chromium', () => {
  zooSuite('chromium');
});
