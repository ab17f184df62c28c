// react-window: ten thousand rows, of which a few are in the document.
import { createElement as h, useState } from 'react';
import { List } from 'react-window';
import { showReact } from '../react-page.mjs';

function Row({ index, style, onPick }) {
  return h('div', { style, onClick: () => onPick(index) }, `Message ${index}`);
}

function Inbox({ keep }) {
  const [picked, setPicked] = useState(-1);
  keep({ picked });
  return h(
    'div',
    null,
    h('h2', null, 'Inbox'),
    h(
      'div',
      { style: { height: 300, width: 300, display: 'flex' } },
      h(List, { rowComponent: Row, rowCount: 10_000, rowHeight: 30, rowProps: { onPick: setPicked } }),
    ),
    h('p', null, `Picked ${picked}`),
  );
}

showReact(Inbox);
