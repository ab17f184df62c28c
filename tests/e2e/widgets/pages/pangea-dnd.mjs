// @hello-pangea/dnd: a board of React that is sorted by mouse or by keyboard.
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import { createElement as h, useState } from 'react';
import { showReact } from '../react-page.mjs';

function Board({ keep }) {
  const [columns, setColumns] = useState({ Open: ['Ticket A', 'Ticket B', 'Ticket C'], Closed: ['Ticket D'] });
  keep(columns);
  const onDragEnd = ({ source, destination }) => {
    if (!destination) return;
    const next = structuredClone(columns);
    const [moved] = next[source.droppableId].splice(source.index, 1);
    next[destination.droppableId].splice(destination.index, 0, moved);
    setColumns(next);
  };
  const card = (name, index) =>
    h(Draggable, { key: name, draggableId: name, index }, ({ innerRef, draggableProps, dragHandleProps }) =>
      h(
        'div',
        {
          ref: innerRef,
          ...draggableProps,
          ...dragHandleProps,
          style: { padding: 12, border: '1px solid', background: 'white', ...draggableProps.style },
        },
        name,
      ),
    );
  const column = (id) =>
    h(
      'section',
      { key: id, style: { width: 240 } },
      h('h2', null, id),
      h(Droppable, { droppableId: id }, ({ innerRef, droppableProps, placeholder }) =>
        h(
          'div',
          { ref: innerRef, ...droppableProps, style: { minHeight: 200, background: '#eee' } },
          columns[id].map(card),
          placeholder,
        ),
      ),
    );
  return h(
    DragDropContext,
    { onDragEnd },
    h('div', { style: { display: 'flex', gap: 20 } }, Object.keys(columns).map(column)),
  );
}

showReact(Board);
