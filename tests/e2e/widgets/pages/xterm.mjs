// xterm.js: a terminal with a shell of two commands.
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { byId, show } from '../page.mjs';

const state = { ran: [] };
show('<h2>Shell</h2><div id="terminal"></div>', () => state);
const terminal = new Terminal({ rows: 10, cols: 60, screenReaderMode: true });
terminal.open(byId('terminal'));
terminal.write('$ ');
let line = '';
terminal.onData((data) => {
  for (const character of data) {
    if (character === '\r') {
      state.ran.push(line);
      terminal.write(`\r\n${line === 'whoami' ? 'keeper' : `${line}: not found`}\r\n$ `);
      line = '';
    } else {
      line += character;
      terminal.write(character);
    }
  }
});
