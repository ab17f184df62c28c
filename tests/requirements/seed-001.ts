// What seed 001, the Firefox host and its socket, promises.
import type { Section } from './section.ts';

export const seed001 = [
  {
    section: 'Wire format',
    area: 'native-host',
    promises: {
      'S1-frame-layout':
        'Between Firefox and host a message is a four-byte little-endian unsigned length and then UTF-8 JSON.',
      'S1-read-steps':
        'Reading takes four bytes, then exactly the announced number of bytes, then decodes UTF-8 and parses JSON.',
      'S1-write-steps': 'Writing serialises to JSON, encodes as UTF-8, and prefixes the byte length of that buffer.',
    },
  },
  {
    section: 'Message size limits',
    area: 'native-host',
    promises: {
      'S1-limit-host-to-extension': {
        behaviour:
          'No frame from host to extension exceeds 1 MB (1,048,576 bytes); what does not fit fails for its asker with ERR_FRAME_TOO_LARGE.',
        note: 'Once both sides said `chunks`, a larger message travels in chunks up to 64 MiB.',
      },
      'S1-limit-extension-to-host': {
        behaviour: 'A message from the extension may have up to 64 MiB.',
        note: 'Replaces 4 GB: Chromium stops at 64 MiB, and one huge frame blocks Firefox for seconds.',
      },
      'S1-limit-socket-buffer':
        'A socket client that sends more than 10 MB without a newline is disconnected, and nobody else notices.',
    },
  },
  {
    section: 'Message size limits',
    area: 'browser',
    promises: {
      'S1-screenshot-fits': 'A screenshot always fits the limits of the wire, whatever the size of the page.',
      'S1-screenshot-quality': 'A screenshot is a JPEG of quality 60 unless asked otherwise.',
      'S1-screenshot-scale': 'A screenshot is scaled down to 50 % unless asked otherwise.',
    },
  },
  {
    section: 'Request format',
    area: 'native-host',
    promises: {
      'S1-request-forwarded': {
        behaviour: 'A command sent over the socket as one flat object reaches the extension with all its fields.',
        note: 'Towards the extension it is a `tool_request` with the method `command`; `{command, params}` is accepted too.',
      },
      'S1-request-command-required': 'A request without `command` is refused with `success: false`.',
      'S1-request-whitelist':
        'A command that is not on the list of known names is refused by the host and never reaches the extension.',
      'S1-request-ping': 'The command `ping` is answered by the host itself with `success: true`.',
      'S1-request-timeout-optional': 'A request may carry `timeout` in milliseconds and is accepted without it.',
    },
  },
  {
    section: 'Request format',
    area: 'browser',
    promises: {
      'S1-request-tab-id': 'A command with `tabId` works on that tab and on no other.',
      'S1-request-tab-id-missing': {
        behaviour:
          "A page command without `tabId` works on the agent's own last tab, never on a tab of the user or of another agent.",
        note: 'The seed demands `tabId` for most page commands; its project fell back to the active tab, whoever owned it.',
      },
      'S1-request-navigate': 'The command `navigate` with `tabId` and `url` loads that address in that tab.',
      'S1-agent-id-ownership': 'Ownership of a tab is checked against the `agentId` of the request.',
    },
  },
  {
    section: 'Request format',
    area: 'doors',
    promises: {
      'S1-agent-id-injected': {
        behaviour:
          'The `agentId` of a call is put in on the way to the browser, and an agent cannot choose it by an argument of a tool.',
        note: 'The gateway does it, where the seed has one MCP server process per agent.',
      },
      'S1-agent-id-form': {
        behaviour:
          'An agent id has the form `agent_<32 hex digits>_<pid>` and stays the same for all calls of that agent.',
        note: 'It counts as a secret: others see only its first four hex digits.',
      },
    },
  },
  {
    section: 'Response format',
    area: 'native-host',
    promises: {
      'S1-response-success': {
        behaviour:
          'A command that worked is answered with a flat object that has `success: true` and the fields of the result.',
        note: 'An `id` in the request is echoed.',
      },
      'S1-response-error': {
        behaviour:
          'A command that failed is answered with `success: false` and `error`, a text of the form `PREFIX: what happened`, and `code`.',
        note: 'The seed has no `code`.',
      },
    },
  },
  {
    section: 'Response format',
    area: 'browser',
    promises: {
      'S1-response-navigate':
        'The answer to `navigate` has `success`, `tabId`, `title` and `url` of the page that was loaded.',
      'S1-ownership-refused': {
        behaviour:
          'A command on a tab of another agent is refused with `OWNERSHIP: Cannot navigate tab 42 (owned by agent_e7f8...)`, with its own verb and tab.',
        note: 'The code ERR_TAB_OWNED comes with it, and the check holds for implied tabs too.',
      },
      'S1-ownership-short-id':
        'A refusal shows the owner as `agent_`, the first four hex digits and three dots, never the whole id.',
    },
  },
  {
    section: 'Per-operation timeouts',
    area: 'native-host',
    promises: {
      'S1-timeout-min': 'The smallest `timeout` is 5,000 ms, and a smaller one is refused.',
      'S1-timeout-max': 'The largest `timeout` is 300,000 ms, and a larger one is refused.',
      'S1-timeout-default': 'Without `timeout` a command has 150,000 ms.',
      'S1-timeout-expiry':
        'When the time is over the asker gets an error at once, without waiting for the browser any further.',
    },
  },
  {
    section: 'Per-operation timeouts',
    area: 'doors',
    promises: {
      'S1-timeout-parameter':
        'Every browser tool that agents see has an optional parameter `timeout` with these bounds and this default.',
      'S1-timeout-round-trip': {
        behaviour: 'The timeout covers the whole way: from the door to the host, to the extension, its work, and back.',
        note: 'Time that a person takes to answer a question does not count.',
      },
    },
  },
  {
    section: 'Host manifest',
    area: 'native-host',
    promises: {
      'S1-manifest-linux': {
        behaviour: 'On Linux the Firefox manifest is `~/.mozilla/native-messaging-hosts/dev.sallyport.host.json`.',
        note: 'The file carries the name of our host.',
      },
      'S1-manifest-macos': {
        behaviour:
          'On macOS the Firefox manifest is `~/Library/Application Support/Mozilla/NativeMessagingHosts/dev.sallyport.host.json`.',
        note: "The seed gives Linux's folder, where Firefox on macOS does not look.",
      },
      'S1-manifest-windows':
        'On Windows the registry key `HKCU\\Software\\Mozilla\\NativeMessagingHosts\\dev.sallyport.host` points to the manifest file.',
      'S1-manifest-name': {
        behaviour:
          'The manifest has `name` `dev.sallyport.host`, the same name that the extension passes to `connectNative()`.',
        note: 'The name is ours; `install --name` serves another.',
      },
      'S1-manifest-description': 'The manifest has a `description` that names the product.',
      'S1-manifest-path': {
        behaviour: 'The manifest has `path`, the absolute path of an executable that starts the host.',
        note: 'It is a launcher with absolute paths to Node and the host, since browsers start it with almost no PATH.',
      },
      'S1-manifest-type': 'The manifest has `type` `stdio`.',
      'S1-manifest-allowed-extensions':
        'The manifest has `allowed_extensions` with the id of our Firefox extension and no other.',
      'S1-manifest-other-extension': 'Firefox does not let an extension with another id connect to the host.',
    },
  },
  {
    section: 'Unix socket',
    area: 'native-host',
    promises: {
      'S1-socket-listens':
        'Besides stdio the host listens on a Unix socket, on Windows on a named pipe, for local programs.',
      'S1-socket-path': {
        behaviour:
          'The socket lies in the run directory of the user: `$SALLYPORT_HOME/run`, else `/run/user/<uid>/sallyport`, else `~/.sallyport/run`.',
        note: 'The seed follows `XDG_RUNTIME_DIR` and the temp folder, which differ between a browser and a shell.',
      },
      'S1-token-new':
        'At every start the host makes a token of 32 random bytes and writes it as 64 hex digits to a file.',
      'S1-token-required':
        'A client of the newline dialect must present the token first; with none or a wrong one no command of it is run.',
      'S1-socket-owner-only': 'The mode of that socket is 0600.',
      'S1-token-owner-only': 'The mode of the token file is 0600.',
      'S1-ndjson':
        'On the socket each message is one line of JSON that ends with a newline, without a length prefix, in both directions.',
      'S1-ndjson-in-pieces':
        'Lines may arrive cut anywhere, inside a multi-byte character too, or several at once; each is handled once and unharmed.',
      'S1-same-messages':
        'Requests and answers on the socket have the same fields as those exchanged with the extension.',
    },
  },
  {
    section: 'Unix socket',
    area: 'gateway',
    promises: {
      'S1-token-presented': {
        behaviour:
          'Whoever speaks for agents reads the token of a host from its file and presents it when it connects.',
        note: 'It is the gateway, where the seed has an MCP server process.',
      },
    },
  },
] as const satisfies readonly Section[];
