// What seed 000, the Chrome native host, promises.
import type { Section } from './section.ts';

export const seed000 = [
  {
    section: 'Overview',
    area: 'native-host',
    promises: {
      'S0-bridge-both-ways':
        'One process joins the extension on stdin and stdout with clients on a socket: a request of a client comes out on stdout, and the reply written to stdin comes out on the socket.',
    },
  },
  {
    section: 'Entry point',
    area: 'native-host',
    promises: {
      'S0-entry-flag': {
        behaviour:
          'The flag `--chrome-native-host` starts the native host, as `sallyport native-host` does, and further arguments that a browser adds are accepted.',
        note: 'The seed names only the flag of a `cli.js`; the command is ours, and browsers append an origin or an id.',
      },
    },
  },
  {
    section: 'Initialization sequence',
    area: 'native-host',
    promises: {
      'S0-init-socket-before-loop':
        'The socket accepts connections before the first message from stdin is answered, so a pong proves that clients can connect.',
      'S0-main-loop-order':
        'Messages from stdin are handled one after the other in the order of arrival until stdin closes.',
    },
  },
  {
    section: 'Process lifecycle',
    area: 'native-host',
    promises: {
      'S0-stale-socket-replaced': {
        behaviour: 'A socket file that a dead host left at the path is removed at start, and the new host binds there.',
        note: 'The seed unlinks any socket it finds; we probe it first and never take the path of a host that lives.',
      },
      'S0-socket-mode-0600': {
        behaviour: 'On Unix the socket file has mode 0600.',
        note: 'The seed changes the mode after listening; ours is created with it, so there is no open moment.',
      },
      'S0-shutdown-exit-0': 'When stdin closes the host shuts down on its own and exits with code 0.',
      'S0-shutdown-closes-clients': 'At shutdown every client connection is closed by the host.',
      'S0-shutdown-closes-server': 'After shutdown nothing listens: a new connect to the path is refused.',
      'S0-shutdown-removes-socket': {
        behaviour: 'At shutdown the host removes the socket files that it created itself, and no others.',
        note: "The seed unlinks whatever is at the path, which deletes a second host's socket.",
      },
    },
  },
  {
    section: 'Stdio handler: wire format and reading',
    area: 'native-host',
    promises: {
      'S0-frame-layout':
        'A message is four bytes of little-endian unsigned length followed by exactly that many bytes of UTF-8 JSON.',
      'S0-read-in-pieces':
        'A frame from stdin that arrives cut at any byte, header and multi-byte characters included, is decoded once, when its last byte is there.',
      'S0-read-several-at-once':
        'Several frames in one read are all decoded, in order, and a rest is kept for the next read.',
      'S0-read-length-0': {
        behaviour:
          'A frame of length 0 from the browser is answered with an error, counted and skipped, and reading goes on.',
        note: 'The seed ends its read loop and stays alive without a socket; framing is intact, so we go on.',
      },
      'S0-read-length-over': {
        behaviour: 'A frame from the browser longer than 64 MiB makes the host say so and exit with code 1.',
        note: "The seed ends its loop above 1 MiB, but 1 MiB is the browsers' limit for the other direction.",
      },
      'S0-read-after-close': {
        behaviour:
          'After stdin ended nothing more is read; whole frames that came before the end are handled, a cut one is dropped.',
        note: 'The seed also drops whole frames still in its buffer; losing them serves nobody.',
      },
    },
  },
  {
    section: 'Stdio handler: writing and constants',
    area: 'native-host',
    promises: {
      'S0-write-frame': {
        behaviour:
          'Whatever the host writes to stdout is a frame whose header counts the UTF-8 bytes of its payload, not its characters.',
        note: 'The seed writes header and payload apart; ours is one write, so that frames never interleave.',
      },
      'S0-max-message-size': {
        behaviour:
          'The largest frame towards the browser is 1,048,576 bytes, counted after wrapping, and none larger is ever written.',
        note: "The seed checks a client's frame before wrapping it, so its own output can exceed the limit and lose the port.",
      },
    },
  },
  {
    section: 'Socket server: clients and path',
    area: 'native-host',
    promises: {
      'S0-clients-many': {
        behaviour: 'Any number of clients can be connected at once, each with its own buffer and identity.',
        note: '512 at once, so that a program that leaks connections cannot take all file descriptors; one more is turned away and logged.',
      },
      'S0-client-id-counter':
        'Clients are numbered from 1 upwards in the order of their connection, and a number is never used twice.',
      'S0-socket-path-unix': {
        behaviour:
          'On Linux, macOS and every other system but Windows the first live host of a user listens at `/tmp/claude-code-mcp-<user>.sock`.',
        note: 'Every host also has a socket of its own in the run directory, so that several can live side by side.',
      },
      'S0-socket-path-windows': 'On Windows that path is the named pipe `\\\\.\\pipe\\claude-code-mcp-<user>`.',
      'S0-socket-user-name': {
        behaviour: 'The user in the path is `USER`, else `USERNAME`, else the name of the OS account, else `unknown`.',
        note: 'The OS account is ours: browsers start hosts with almost no environment.',
      },
    },
  },
  {
    section: 'Socket server: start and stop',
    area: 'native-host',
    promises: {
      'S0-socket-start-twice': 'Starting a socket server that already runs changes nothing.',
      'S0-socket-stop-twice':
        'Stopping a socket server that does not run does nothing, and a socket file that is already gone is no error.',
      'S0-socket-foreign-file': {
        behaviour: 'What occupies the path and is not a socket (file, directory, symlink) is left as it is.',
        note: 'The seed follows symlinks when it looks; we use `lstat`.',
      },
      'S0-socket-windows-no-files': 'On Windows no file is unlinked and no mode is set for the pipe.',
    },
  },
  {
    section: 'Socket server: handling a client',
    area: 'native-host',
    promises: {
      'S0-mcp-connected': {
        behaviour:
          'When a client connects the extension gets `{type: "mcp_connected"}` with `client_id` and the number of clients.',
        note: 'The seed sends the bare type; nobody can then tell who came.',
      },
      'S0-mcp-disconnected': {
        behaviour:
          'When a client leaves the extension gets `{type: "mcp_disconnected"}` with `client_id` and the number of clients that remain.',
        note: 'The seed sends the bare type; nobody can then tell who left.',
      },
      'S0-client-error-logged':
        'An error on a client connection is logged as `Client <id> error:`, and neither the host nor another client is disturbed.',
      'S0-client-read-in-pieces':
        'Frames of a client may arrive cut anywhere or several at once; each is handled once and in order.',
      'S0-client-length-0': 'A client that announces a length of 0 is disconnected.',
      'S0-client-length-over': {
        behaviour: 'A client that announces more than 1,048,576 bytes is disconnected.',
        note: 'Only the link to the gateway may announce up to 64 MiB.',
      },
      'S0-client-bad-json':
        "A client's frame that is no JSON is logged as `Failed to parse client message:`, the client stays connected, and its next frame is handled.",
    },
  },
  {
    section: 'Socket server: broadcast',
    area: 'native-host',
    promises: {
      'S0-broadcast-one-frame': {
        behaviour:
          'A message for all clients reaches every connected framed client as one frame in the same wire format.',
        note: 'Only notifications and replies that answer no call go to all; clients of the newline dialect get no broadcasts.',
      },
      'S0-broadcast-one-fails':
        'When writing to one client fails it is logged as `Failed to send to client <id>:`, and the other clients still get the message.',
    },
  },
  {
    section: 'Message routing: from the extension',
    area: 'native-host',
    promises: {
      'S0-ping-pong':
        '`ping` is answered with `{type: "pong", timestamp}`, where `timestamp` is the present time in milliseconds since 1970.',
      'S0-get-status': {
        behaviour:
          '`get_status` is answered with `{type: "status_response", native_host_version}`, the version of the product.',
        note: 'The seed has the constant 1.0.0.',
      },
      'S0-tool-response': {
        behaviour:
          'A `tool_response` is passed on without its `type` and otherwise as it came, to the client that asked and to no other; an `id` that the client sent is restored.',
        note: "The seed drops ids and sends replies to all clients, who then read each other's pages. Of a browser side that answers with an `id` or `client_id` of its own, neither reaches the client: both names are ours on this wire. A browser side that answers without ids gets one call at a time.",
      },
      'S0-tool-response-unasked': {
        behaviour:
          'A `tool_response` that comes while no call is outstanding goes without its `type` to all framed clients.',
        note: "This is what is left of the seed's broadcast of replies.",
      },
      'S0-notification': 'A `notification` goes without its `type` and otherwise unchanged to all framed clients.',
      'S0-unknown-type':
        'Any other type is answered with `{type: "error", error: "Unknown message type: <type>"}`, and the host goes on.',
      'S0-missing-type': 'A message without a type is answered with the error `Unknown message type: undefined`.',
    },
  },
  {
    section: 'Message routing: from clients',
    area: 'native-host',
    promises: {
      'S0-tool-request': {
        behaviour:
          'A client\'s message reaches the extension as `{type: "tool_request", method, params}` with `id`, `client_id`, `agent` and `deadline_ms` added.',
        note: 'The seed adds nothing; with these the reply finds its asker, in time.',
      },
      'S0-tool-request-opaque': {
        behaviour:
          'The host neither interprets nor changes `method` and `params` of a framed client, whatever they hold.',
        note: 'But for the method `command`, which is seed 001’s vocabulary: it wants a token there, and so it does here.',
      },
    },
  },
  {
    section: 'State management',
    area: 'native-host',
    promises: {
      'S0-state-browser-connected':
        'While the process runs the browser counts as connected: the host never serves clients without its stdin.',
      'S0-state-client-count':
        'The number of connected clients rises by one with each connect and falls by one with each disconnect.',
      'S0-state-no-clients':
        'With no client connected, before the first and after the last, the host keeps running and answers the extension.',
    },
  },
  {
    section: 'Error handling: fatal',
    area: 'native-host',
    promises: {
      'S0-fatal-bind': {
        behaviour:
          'When no socket path can be bound the host answers every request for 10 s with the reason, logs it, and exits with code 1.',
        note: 'The seed exits at once, but browsers hide stderr; a seed path that another live host holds is no failure.',
      },
      'S0-fatal-stdin-closed':
        'Stdin that closes while calls are outstanding ends in the same orderly shutdown, with nothing left behind.',
      'S0-fatal-invalid-length': {
        behaviour: 'An invalid length closes the connection of the client that sent it, and nobody else notices.',
        note: 'On stdin only a length above 64 MiB is fatal; a length of 0 there is skipped.',
      },
    },
  },
  {
    section: 'Error handling: recoverable',
    area: 'native-host',
    promises: {
      'S0-recover-bad-json': {
        behaviour:
          'Broken JSON from the browser is logged and answered with an error, and the next message is handled as usual.',
        note: "The seed's table says log and continue but its code throws out of its loop; broken UTF-8 and non-objects are treated alike.",
      },
      'S0-recover-client-gone':
        'A client that vanishes is forgotten: it gets no further message and does not count any more.',
      'S0-recover-write-failure': {
        behaviour:
          'A client that does not read is logged, told and dropped once its bounded queue is full, and never stalls the host or other clients.',
        note: 'The seed logs and goes on, and lets the queue grow without bound.',
      },
    },
  },
  {
    section: 'Logging',
    area: 'native-host',
    promises: {
      'S0-log-stderr': 'The host logs to stderr, and stdout carries nothing but frames.',
      'S0-log-form': {
        behaviour: 'A log line begins with `[Sallyport Native Host] <ISO time>`, followed by the text.',
        note: 'The seed has another product name in the brackets.',
      },
    },
  },
  {
    section: 'Testing',
    area: 'native-host',
    promises: {
      'S0-client-no-greeting': {
        behaviour: "At the seed's path a framed client needs neither token nor greeting before its first request.",
        note: 'All such clients count as one unnamed local program for which nothing is remembered; `seedSocket: false` turns the path off.',
      },
      'S0-client-two-writes': 'A client may send header and payload as two writes and gets a length-prefixed answer.',
    },
  },
  {
    section: 'Testing',
    area: 'browser',
    promises: {
      'S0-execute-tool-navigate':
        'The request `{method: "execute_tool", params: {tool: "navigate", args: {url}}}` of a framed client opens that address in the browser and is answered.',
    },
  },
] as const satisfies readonly Section[];
