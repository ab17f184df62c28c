// Every task of the zoo, by group.
import type { Task } from '../task.ts';
import { autocompletes } from './autocompletes.ts';
import { calendars } from './calendars.ts';
import { dropDowns } from './drop-downs.ts';
import { editors, terminals } from './editors.ts';
import { grids, trees } from './grids.ts';
import { dialogs, menus } from './menus-and-dialogs.ts';
import { sliders } from './sliders.ts';
import { boards, keyboardDrags, sortables } from './sortables.ts';
import { maps, uploads } from './uploads-and-maps.ts';
import { webComponents } from './web-components.ts';

export const tasks: readonly Task[] = [
  ...dropDowns,
  ...autocompletes,
  ...calendars,
  ...sliders,
  ...sortables,
  ...boards,
  ...keyboardDrags,
  ...grids,
  ...trees,
  ...editors,
  ...terminals,
  ...uploads,
  ...maps,
  ...menus,
  ...dialogs,
  ...webComponents,
];
