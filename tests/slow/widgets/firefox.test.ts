// The zoo of widgets in Firefox.
import { describe } from 'vitest';
import { zooSuite } from '../../e2e/widgets/zoo.suite.ts';

describe('the zoo in Firefox', () => {
  zooSuite('firefox');
});
