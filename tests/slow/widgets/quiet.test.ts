// The zoo of widgets in Chromium without its debugger.
import { describe } from 'vitest';
import { zooSuite } from '../../e2e/widgets/zoo.suite.ts';

describe('the zoo in quiet Chromium', () => {
  zooSuite('quiet');
});
