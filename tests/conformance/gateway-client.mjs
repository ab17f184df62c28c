// The client that the official suite starts, once for each scenario: hands it to the test at the other end of a socket, where one
// gateway meets them all, and ends as that went. Plain JavaScript, since a shell starts it.
import { connect } from 'node:net';
import process from 'node:process';

const { CONFORMANCE_SOCKET = '', MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT = '{}' } = process.env;
const connection = connect(CONFORMANCE_SOCKET);
connection.write(
  `${JSON.stringify({ scenario, url: process.argv.at(-1), context: JSON.parse(MCP_CONFORMANCE_CONTEXT) })}\n`,
);
let fault = '';
for await (const piece of connection.setEncoding('utf8')) fault += piece;
process.stderr.write(fault);
process.exitCode = fault === '' ? 0 : 1;
