// What actions do to a page and what they report of it, with every driver.
import { describe } from 'vitest';
import { changesPages, changesSuite, textPages } from './changes.suite.ts';
import { draggingPages, draggingSuite } from './dragging.suite.ts';
import { drivers } from './engines.ts';
import { keysPages, keysSuite } from './keys.suite.ts';
import { reachingPages, reachingSuite } from './reaching.suite.ts';
import { openScene } from './scene.ts';
import { truthPages, truthSuite } from './truth.suite.ts';
import { typingPages, typingSuite } from './typing.suite.ts';
import { unfamiliarPages, unfamiliarSuite } from './unfamiliar.suite.ts';

describe.each(drivers)('actions in %s', (driver) => {
  const scene = openScene(driver, {
    pages: {
      ...typingPages,
      ...reachingPages,
      ...truthPages,
      ...changesPages,
      ...textPages,
      ...draggingPages,
      ...keysPages,
      ...unfamiliarPages,
    },
  });
  typingSuite(scene);
  reachingSuite(scene);
  truthSuite(scene);
  changesSuite(scene);
  draggingSuite(scene);
  keysSuite(scene);
  unfamiliarSuite(scene);
});
