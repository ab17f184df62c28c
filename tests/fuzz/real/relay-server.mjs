// An MCP server over stdio that is only a wire: whoever listens at the socket in its argument says everything.
import { connect } from 'node:net';
import process from 'node:process';

const socket = connect(process.argv[2]);
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
process.stdin.on('end', () => process.exit(0));
