// What seed 004, the MCP host, promises of errors, servers, messages, security and acceptance.
import type { Section } from './section.ts';

export const seed004Service = [
  {
    section: 'Error codes',
    area: 'gateway',
    promises: {
      'S4-err-permission-denied': 'ERR_PERMISSION_DENIED: the caller was denied what it asks for.',
      'S4-err-scope-required': 'ERR_SCOPE_REQUIRED: the caller has no grant for the scope that is needed.',
      'S4-err-server-unavailable': 'ERR_SERVER_UNAVAILABLE: the server of the tool is not there or not connected.',
      'S4-err-tool-not-found': 'ERR_TOOL_NOT_FOUND: there is no tool of that name.',
      'S4-err-tool-not-allowed': "ERR_TOOL_NOT_ALLOWED: the tool is not among the caller's `allowedTools`.",
      'S4-err-tool-timeout': 'ERR_TOOL_TIMEOUT: the tool did not answer within its time.',
      'S4-err-tool-failed': 'ERR_TOOL_FAILED: the tool ran and failed.',
      'S4-err-protocol-error': 'ERR_PROTOCOL_ERROR: the server broke the MCP protocol.',
      'S4-err-internal': 'ERR_INTERNAL: a fault of the gateway itself, its cause only in the log.',
      'S4-err-rate-limited': 'ERR_RATE_LIMITED: no slot came free for the call.',
      'S4-err-budget-exceeded': 'ERR_BUDGET_EXCEEDED: the run has used up its calls.',
    },
  },
  {
    section: 'Server lifecycle',
    area: 'gateway',
    promises: {
      'S4-state-starting': 'A server whose process is being spawned is in the state starting.',
      'S4-state-running': 'A server that is connected and works is in the state running.',
      'S4-state-crashed': 'A server that exited unexpectedly is in the state crashed.',
      'S4-state-restarting': 'A server that is being started again is in the state restarting.',
      'S4-restart-max': {
        behaviour: 'A crashed server is restarted by itself, at most 3 times.',
        note: 'Sustained uptime resets the count, and a failed server is tried again by the next call to it.',
      },
      'S4-restart-backoff': 'The restart of attempt n waits 2 s × n: 2, 4 and 6 seconds.',
      'S4-on-crash': '`mcpManager.setOnServerCrash` is told `(serverId, attempt, maxAttempts)` at each crash.',
      'S4-on-restarted': '`mcpManager.setOnServerRestarted` is told `(serverId)` when a restart worked.',
      'S4-on-failed': '`mcpManager.setOnServerFailed` is told `(serverId, error)` when no attempt is left.',
    },
  },
  {
    section: 'Message protocol',
    area: 'gateway',
    promises: {
      'S4-msg-grant-permission': '`host_grant_permission` over native messaging grants a permission.',
      'S4-msg-revoke-permission': '`host_revoke_permission` revokes one, and the next call feels it.',
      'S4-msg-check-permission': '`host_check_permission` tells whether one is granted.',
      'S4-msg-get-permissions': '`host_get_permissions` returns all permissions of an origin.',
      'S4-msg-expire-tab-grants': '`host_expire_tab_grants` ends the grants tied to a tab.',
      'S4-msg-list-tools': '`host_list_tools` lists the tools that an origin may see.',
      'S4-msg-call-tool': '`host_call_tool` calls a tool for an origin.',
      'S4-msg-get-stats': '`host_get_stats` returns the statistics of the host.',
    },
  },
  {
    section: 'Message protocol',
    area: 'native-host',
    promises: {
      'S4-msg-forwarded': {
        behaviour:
          'The eight `host_*` messages of the extension are answered over native messaging, each to the `request_id` it came with.',
        note: 'The native host forwards them to the gateway alone, starts it when none is there, and after 5 s answers ERR_SERVER_UNAVAILABLE.',
      },
    },
  },
  {
    section: 'Security considerations',
    area: 'gateway',
    promises: {
      'S4-sec-no-payloads':
        'Arguments and results of tools appear in no log, journal or statistic, in debug mode neither.',
      'S4-sec-rate-limits':
        'An origin that floods is held to its concurrent calls and its total calls, while other callers are served.',
      'S4-sec-allowlist': 'An origin restricted to some tools can neither list nor call any other.',
    },
  },
  {
    section: 'Security considerations',
    area: 'pages',
    promises: {
      'S4-sec-origin-isolation':
        'What was granted to a page of one origin, in one profile, is of no use to a page of another origin or profile.',
      'S4-sec-tab-grants': 'A page that was allowed once in a tab has to ask again after that tab was closed.',
    },
  },
  {
    section: 'Acceptance tests: server lifecycle',
    area: 'gateway',
    promises: {
      'S4-accept-spawn': 'Starting the gateway spawns the configured servers.',
      'S4-accept-restart': 'A server that crashes is restarted up to the maximum and then left failed.',
      'S4-accept-stop': 'Stopping a server leaves none of its processes behind, its children included.',
    },
  },
  {
    section: 'Acceptance tests: tool discovery',
    area: 'gateway',
    promises: {
      'S4-accept-list': 'The tools of a real test server are listed.',
      'S4-accept-namespace': 'Listed names are `serverId/toolName`.',
    },
  },
  {
    section: 'Acceptance tests: permission gating',
    area: 'gateway',
    promises: {
      'S4-accept-no-permission': 'Without permission both listing and calling fail.',
      'S4-accept-once': 'ALLOW_ONCE works and then expires.',
      'S4-accept-always': {
        behaviour: 'ALLOW_ALWAYS still holds after a restart of the gateway.',
        note: 'After kill -9 too; upstream never loaded what it stored.',
      },
    },
  },
  {
    section: 'Acceptance tests: tool call correctness',
    area: 'gateway',
    promises: {
      'S4-accept-call': 'Calling a known tool succeeds with its result.',
      'S4-accept-unknown-tool': 'Calling an unknown tool answers ERR_TOOL_NOT_FOUND.',
      'S4-accept-timeout': 'A tool that takes too long answers ERR_TOOL_TIMEOUT.',
      'S4-accept-server-down': 'A tool of a server that is down answers ERR_SERVER_UNAVAILABLE.',
    },
  },
] as const satisfies readonly Section[];
