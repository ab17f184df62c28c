// Ant Design: a cascader, a transfer list and a select with virtual options.
import { ConfigProvider, Popconfirm, Select, Transfer } from 'antd';
import { createElement as h, useState } from 'react';
import { showReact } from '../react-page.mjs';

const rooms = Array.from({ length: 200 }, (_, at) => ({ value: `Room ${at + 1}`, label: `Room ${at + 1}` }));
const people = ['Ada', 'Kurt', 'Grace'].map((name) => ({ key: name, title: name }));

function Form({ keep }) {
  const [room, setRoom] = useState(undefined);
  const [team, setTeam] = useState([]);
  const [deleted, setDeleted] = useState(false);
  keep({ room, team, deleted });
  return h(
    ConfigProvider,
    null,
    h(Select, {
      options: rooms,
      value: room,
      onChange: setRoom,
      showSearch: true,
      placeholder: 'Choose a room',
      'aria-label': 'Room',
      style: { width: 200 },
    }),
    h(Transfer, {
      dataSource: people,
      targetKeys: team,
      onChange: setTeam,
      render: ({ title }) => title,
      titles: ['People', 'Team'],
    }),
    h(
      Popconfirm,
      { title: 'Delete the room?', okText: 'Yes', onConfirm: () => setDeleted(true) },
      h('a', null, 'Delete room'),
    ),
  );
}

showReact(Form);
