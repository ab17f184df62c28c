// What seed 004, the MCP host, promises of permissions, tools, limits, records and its API.
import type { Section } from './section.ts';

export const seed004 = [
  {
    section: 'Overview',
    area: 'gateway',
    promises: {
      'S4-servers-many': 'The gateway keeps connections to several MCP servers at once and offers the tools of all.',
      'S4-provenance': {
        behaviour:
          'Every result comes with its provenance: `serverId`, `toolName`, `callId`, `startedAt` and `durationMs`.',
        note: 'The seed names provenance but not its fields.',
      },
      'S4-events': {
        behaviour:
          'Progress of a running tool reaches its caller before the result does: through `onEvent` of `callTool`, or as `progress` messages of `host_call_tool`.',
        note: 'The seed says that events are streamed, but not how.',
      },
    },
  },
  {
    section: 'Architecture',
    area: 'gateway',
    promises: {
      'S4-transport-stdio': 'A server that is a local program is started and spoken to over stdio.',
      'S4-transport-http': 'A remote server is spoken to over HTTP.',
      'S4-transport-sse': 'A remote server that has only the older HTTP with SSE is spoken to as well.',
      'S4-native-messaging': {
        behaviour: 'The extension reaches the gateway by native messaging.',
        note: 'The native host forwards `host_*` to the gateway, a process of its own that outlives the browser.',
      },
    },
  },
  {
    section: 'Architecture',
    area: 'pages',
    promises: {
      'S4-page-path': {
        behaviour:
          'A web page reaches the tools through content script, background and native messaging, with the origin that the browser states.',
        note: 'The page sees `window.agent`; no `window.ai`. Install links of VS Code and Cursor get "Add to Sallyport".',
      },
      'S4-page-ui': {
        behaviour: "The extension's own UI shows what each origin was granted, and takes it back.",
        note: 'The seed draws a sidebar.',
      },
    },
  },
  {
    section: 'Permission scopes',
    area: 'gateway',
    promises: {
      'S4-scope-tools-list': '`mcp:tools.list` is what an origin needs to list tools.',
      'S4-scope-tools-call': '`mcp:tools.call` is what an origin needs to call a tool.',
      'S4-scope-server-connect': {
        behaviour: '`mcp:server.connect` is what an origin needs for a call that has to start a stopped server.',
        note: 'The seed says only that it is for connecting to servers. Without it, a stopped server answers ERR_SERVER_UNAVAILABLE.',
      },
    },
  },
  {
    section: 'Permission scopes',
    area: 'pages',
    promises: {
      'S4-scope-active-tab': {
        behaviour:
          '`browser:activeTab.read` is what an origin needs to read the active tab: its title, address and text.',
        note: 'No other tool of browser or editor is offered to an origin.',
      },
      'S4-page-consent': 'A page gets a scope only after the user said yes in a window of the extension.',
    },
  },
  {
    section: 'Grant types',
    area: 'gateway',
    promises: {
      'S4-grant-once-ttl': {
        behaviour: 'A grant ALLOW_ONCE ends when its time is over, 10 minutes unless `expiresAt` says otherwise.',
        note: 'The seed names no default; such a grant lives in memory and ends with the gateway too.',
      },
      'S4-grant-once-tab': {
        behaviour: 'A grant ALLOW_ONCE tied to a tab holds for calls from that tab alone and ends when it closes.',
        note: 'Upstream ignored the calling tab.',
      },
      'S4-grant-always': 'A grant ALLOW_ALWAYS is kept on disk and holds in later sessions.',
      'S4-grant-deny': {
        behaviour: 'DENY refuses the scope with ERR_PERMISSION_DENIED, after a restart too.',
        note: 'The seed says only that it denies; upstream forgot it at a restart.',
      },
    },
  },
  {
    section: 'Permission system: API',
    area: 'gateway',
    promises: {
      'S4-grant-key':
        'Grants are found by origin and profile: another origin, or the same with another profile, has none of them.',
      'S4-api-grant-permission':
        '`grantPermission(origin, profileId, scope, grantType, options?)` stores a grant and resolves when it holds.',
      'S4-option-expires-at': 'The option `expiresAt` ends a grant at that time.',
      'S4-option-tab-id': 'The option `tabId` ties a grant to a tab.',
      'S4-option-allowed-tools': {
        behaviour:
          'The option `allowedTools` restricts a grant to the tools named in it; absent means all, an empty list none.',
        note: 'The seed leaves the empty list open; upstream took it for all.',
      },
      'S4-api-check-permission':
        '`checkPermission(origin, profileId, scope)` returns at once `{granted, grant?, error?}`.',
      'S4-api-is-tool-allowed': '`isToolAllowed(origin, profileId, toolName)` returns at once `{allowed, error?}`.',
      'S4-api-expire-tab-grants': '`expireTabGrants(tabId)` ends all grants tied to that tab and no others.',
    },
  },
  {
    section: 'Tool registry',
    area: 'gateway',
    promises: {
      'S4-tool-name': {
        behaviour: 'A tool is named `serverId/toolName`, for example `filesystem/read_file`.',
        note: 'Towards MCP clients it is spelled `app__tool`, since the protocol forbids the slash.',
      },
      'S4-api-register':
        '`registerServerTools(serverId, serverLabel, tools)` registers name, description and input schema of each tool and returns the registered tools.',
      'S4-api-unregister':
        '`unregisterServerTools(serverId)` removes the tools of a server that is gone, and only those.',
      'S4-api-list-tools':
        '`listTools(origin, profileId, options)` returns `{tools}` to an origin with the scope, and `{error}` to one without.',
      'S4-api-resolve-tool':
        '`resolveTool(origin, profileId, toolName)` returns `{tool}` when that origin may call it, and `{error}` otherwise.',
    },
  },
  {
    section: 'Rate limiter: defaults',
    area: 'gateway',
    promises: {
      'S4-max-calls-per-run': {
        behaviour: '`maxCallsPerRun` is 5: the sixth call of a run of a web origin is refused.',
        note: 'Agents have no budget.',
      },
      'S4-max-concurrent': {
        behaviour: '`maxConcurrentPerOrigin` is 2: a third call of a web origin does not run beside two others.',
        note: 'Agents have 16 slots.',
      },
      'S4-default-timeout': {
        behaviour: '`defaultTimeoutMs` is 30000: a call of a web origin has 30 s unless told otherwise.',
        note: 'Agents have 150 s for the browser and 300 s for servers.',
      },
    },
  },
  {
    section: 'Rate limiter: API',
    area: 'gateway',
    promises: {
      'S4-api-create-run':
        '`createRun(origin, maxCalls?)` opens a run and returns its budget, with `maxCalls` in place of the default when given.',
      'S4-api-acquire-slot': {
        behaviour:
          '`acquireCallSlot(origin, runId?)` returns `{acquired, release, error}`, and for an unknown or ended run an error.',
        note: 'Upstream let an unknown run pass, without a budget.',
      },
      'S4-slot-waits': {
        behaviour: 'A call for which no slot is free waits for one, at most 10 s, and then gets ERR_RATE_LIMITED.',
        note: 'The seed says that acquiring blocks, without a bound; `callTool` does the waiting, the synchronous `acquireCallSlot` answers at once.',
      },
      'S4-slot-release': {
        behaviour: '`release()` frees the slot for the next call, once, however often it is called.',
        note: 'After a timeout a slot is free only when the tool has stopped or was ended by force.',
      },
      'S4-api-end-run': '`endRun(runId)` ends a run and returns its final budget.',
    },
  },
  {
    section: 'Observability',
    area: 'gateway',
    promises: {
      'S4-metric-tool-calls':
        'Of each call the record has tool, server, origin, duration, success or failure, and the error code.',
      'S4-metric-server-health': 'Of each server the record has its id, its state and how often it was restarted.',
      'S4-metric-rate-limits':
        'Of each limit that was met the record has origin, scope, kind of limit and whether the call was blocked.',
      'S4-metric-permissions': 'Of each decision on a permission the record has origin, scope, action and result.',
      'S4-api-record-tool-call':
        '`recordToolCall()` takes `toolName`, `serverId`, `origin`, `durationMs`, `success`, `errorCode?` and `timestamp`, and counts in the statistics.',
      'S4-api-stats': {
        behaviour:
          '`getToolCallStats()` returns `totalCalls`, `successfulCalls`, `failedCalls`, `avgDurationMs`, `callsByTool` and `callsByOrigin`.',
        note: 'A result with `isError` counts as failed.',
      },
      'S4-api-debug-mode': '`setDebugMode(true)` makes the log more detailed, still without any payload.',
    },
  },
  {
    section: 'MCP host: API',
    area: 'gateway',
    promises: {
      'S4-api-get-host': '`getMcpHost()` returns the same host on every call.',
      'S4-api-sync-tools': '`host.syncTools()` brings the registry in line with what all connected servers offer.',
      'S4-api-host-list': '`host.listTools(origin, options)` returns `{tools, error}` with permissions enforced.',
      'S4-api-host-call':
        '`host.callTool(origin, toolName, args, options)` enforces permissions and limits and resolves to a result or an error, never rejects.',
      'S4-api-result': 'A result is `{ok: true, result, provenance}`.',
      'S4-api-error': 'An error is `{ok: false, error: {code, message}}`.',
      'S4-api-host-stats': '`host.getStats()` returns statistics of the host.',
      'S4-usage-example':
        "The seed's usage example runs as written but for its import line, with `PermissionScope.TOOLS_LIST`, `PermissionScope.TOOLS_CALL`, `GrantType.ALLOW_ALWAYS` and the profile `default`.",
    },
  },
] as const satisfies readonly Section[];
