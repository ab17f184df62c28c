// dnd kit: a list of React with keyboard and pointer sensors.
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { createElement as h, useState } from 'react';
import { showReact } from '../react-page.mjs';

function Row({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = {
    transform: CSS.Transform.toString(transform),
    transition,
    padding: 10,
    width: 200,
    border: '1px solid',
  };
  return h('div', { ref: setNodeRef, style, ...attributes, ...listeners }, id);
}

function List({ keep }) {
  const [items, setItems] = useState(['North', 'East', 'South', 'West']);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  keep({ items });
  const onDragEnd = ({ active, over }) => {
    if (over && active.id !== over.id) setItems(arrayMove(items, items.indexOf(active.id), items.indexOf(over.id)));
  };
  return h(
    DndContext,
    { sensors, collisionDetection: closestCenter, onDragEnd },
    h(
      SortableContext,
      { items, strategy: verticalListSortingStrategy },
      items.map((id) => h(Row, { key: id, id })),
    ),
  );
}

showReact(List);
