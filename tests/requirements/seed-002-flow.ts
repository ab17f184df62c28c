// What seed 002, the VS Code extension, promises of its door, its life, its review and its settings.
import type { Section } from './section.ts';

export const seed002Flow = [
  {
    section: 'Non-goals',
    area: 'editor',
    promises: {
      'S2-bridge-only': 'The extension contributes no webview, no AI provider and no chat.',
    },
  },
  {
    section: 'Security model',
    area: 'editor',
    promises: {
      'S2-loopback-only': 'The HTTP server is bound to 127.0.0.1 and reachable at no other address.',
      'S2-token-first-activation': {
        behaviour: 'The first activation makes a random token, and later activations use the same.',
        note: "It is kept in VS Code's secret storage, where the seed has plain global state.",
      },
      'S2-token-in-config': {
        behaviour: 'The entry in `~/.claude.json` carries the token as an `Authorization` header.',
        note: 'The seed says so but leaves it out of the entry it shows.',
      },
      'S2-bearer-every-request':
        'Every request to `/mcp`, of any method and session, needs `Authorization: Bearer <token>`, else it gets 401.',
      'S2-auth-off': 'With `sallyport.requireAuth` false requests without a token are served.',
      'S2-boundary-all-tools': 'Every tool that takes a path refuses one that leads outside the workspace folders.',
      'S2-threat-model':
        'SECURITY.md says that the token keeps other local processes out, and that malicious VS Code extensions are not defended against.',
    },
  },
  {
    section: 'Architecture',
    area: 'editor',
    promises: {
      'S2-streamable-http': {
        behaviour: 'The door speaks MCP over Streamable HTTP at `/mcp`.',
        note: 'All revisions of MCP are served; MCP sessions concern the older ones.',
      },
      'S2-only-mcp-path': 'Paths other than `/mcp` answer 404 and create nothing.',
      'S2-session-pair':
        'Each session has its own server and transport, so a second client, or a client after a mere probe, can initialize.',
      'S2-session-header': 'A session is found by the header `mcp-session-id`.',
    },
  },
  {
    section: 'Session lifecycle',
    area: 'editor',
    promises: {
      'S2-session-closed': 'A session that its client ends is forgotten at once.',
      'S2-session-idle': {
        behaviour:
          'A session that had no request for more than 30 minutes, and has no call or review open, is closed and forgotten.',
        note: 'The seed would prune a session while its user reads a diff.',
      },
      'S2-session-sweep': 'Idle sessions are looked for every 5 minutes.',
      'S2-session-renewed': 'Every request renews the time of its session.',
      'S2-session-auth-first': 'The token is checked before the session is looked up.',
      'S2-session-unknown': {
        behaviour:
          'An unknown session id gets 404 with `{jsonrpc: "2.0", error: {code: -32000, message: "Session not found"}, id: null}`.',
        note: 'An `initialize` with a stale id gets a new session, so that clients recover after a reload.',
      },
      'S2-session-new': 'A first request without a session id gets a new session with a random UUID as its id.',
      'S2-session-none-kept': 'A request without a session id that opens no session leaves nothing behind.',
      'S2-server-info': {
        behaviour: 'The server introduces itself as `sallyport-editor` with the version of the product.',
        note: 'The seed has its own name and 0.1.0.',
      },
      'S2-dispose-sessions': 'Deactivation closes every session and then the HTTP server, and the port is free.',
    },
  },
  {
    section: 'Extension activation',
    area: 'editor',
    promises: {
      'S2-output-channel': { behaviour: 'There is an output channel `Sallyport`.', note: 'The name is ours.' },
      'S2-diff-scheme': {
        behaviour: 'The original side of a review is served read-only under the scheme `sallyport-diff`.',
        note: 'The name is ours, and the text is kept in memory: base64 in the address fails for large files.',
      },
      'S2-status-bar': {
        behaviour:
          'A status bar item shows the port and the state of the server and its connections, and follows their changes.',
        note: 'The text `Sallyport: :<port>` is ours.',
      },
      'S2-commands': 'There are commands to start the server, to stop it and to show its state.',
    },
  },
  {
    section: 'Auto-configuration',
    area: 'editor',
    promises: {
      'S2-config-entry': {
        behaviour:
          'Activation puts `{type: "http", url: "http://127.0.0.1:PORT/mcp"}` with the real port under `mcpServers["sallyport-editor"]` of `~/.claude.json`, and leaves all else as it is.',
        note: 'The seed says `localhost`, which may be [::1], where a program of another user would be given the token; older entries are changed. The key is ours; nothing is written where the gateway entry exists (`sallyport.autoConfigure`), and stopping removes it.',
      },
      'S2-config-create': 'When `~/.claude.json` does not exist it is created with that entry alone.',
      'S2-config-atomic': 'The file is written to a temporary file and renamed, so that it is never half written.',
      'S2-config-unchanged': 'When the entry is already right nothing is written.',
      'S2-config-logged': 'Every change of the file is told in the output channel.',
    },
  },
  {
    section: 'Review: lock',
    area: 'editor',
    promises: {
      'S2-lock-path': 'Two edits of one file come one after the other: the second waits for the first.',
      'S2-lock-other-paths': 'Edits of different files are under review at the same time.',
    },
  },
  {
    section: 'Review: open',
    area: 'editor',
    promises: {
      'S2-open-dirty': {
        behaviour: 'Unsaved text of the user in that file is the base of the review and is never lost.',
        note: 'The seed saves the document for the user; ours takes the buffer as it is.',
      },
      'S2-open-diagnostics': 'The problems that were there before the edit are known and not reported as new.',
      'S2-open-new-file': {
        behaviour: 'For a new file the original side is empty, and accepting creates missing directories.',
        note: 'The seed writes a placeholder at once; ours touches the disk only after Accept.',
      },
      'S2-open-tabs': {
        behaviour:
          'A tab that already shows the file stays open with the text of the user, and the review works as without it.',
        note: 'The seed closes such tabs; ours need not, because the proposal lives under a scheme of its own.',
      },
      'S2-open-diff': {
        behaviour:
          'The review is a diff editor of VS Code with a title that names the file and the proposal already on its right side.',
        note: 'The right side is a document in memory instead of the file, so autosave cannot write it.',
      },
    },
  },
  {
    section: 'Review: decision',
    area: 'editor',
    promises: {
      'S2-decision-question': 'The user is asked `Review changes to <file>` with `Accept` and `Reject`.',
      'S2-decision-close': {
        behaviour: 'Closing the diff is a rejection.',
        note: 'Switching to another tab is not; the seed watches visible editors and would take it for one. Nor is closing after Save, which keeps the edits.',
      },
    },
  },
  {
    section: 'Review: save',
    area: 'editor',
    promises: {
      'S2-save-edited': {
        behaviour: 'What is saved is the right side as the user left it.',
        note: 'When the buffer or the disk has changed meanwhile, the answer is `conflict` and the review stays.',
      },
      'S2-save-format': 'Saving runs format-on-save as for any document.',
      'S2-save-views': {
        behaviour: 'After the save the diff is closed and the file is shown.',
        note: 'Beside, without taking the focus.',
      },
      'S2-save-diagnostics': {
        behaviour: 'Problems are awaited by their event and at most `diagnosticDelay` ms.',
        note: 'The seed takes the first event, which is often stale; ours waits for a quiet moment.',
      },
      'S2-save-eol': 'Line endings alone never count as an edit of the user.',
      'S2-save-final': {
        behaviour: 'The outcome of a save has the edits of the user, the new problems and the final content.',
        note: 'Agents get the final content as `final_content_sha256` and as diffs, not in full.',
      },
    },
  },
  {
    section: 'Review: revert',
    area: 'editor',
    promises: {
      'S2-revert-existing': 'After a rejection an existing file has its original content, in the editor and on disk.',
      'S2-revert-new': 'After a rejection of a new file neither the file nor a directory made for it exists.',
    },
  },
  {
    section: 'Extension settings',
    area: 'editor',
    promises: {
      'S2-setting-port': {
        behaviour: '`sallyport.port` is 5765 by default and sets the HTTP port.',
        note: 'The prefix is ours.',
      },
      'S2-setting-auto-start': {
        behaviour:
          '`sallyport.autoStart` is true by default and starts the server on activation; false leaves it off until the start command.',
        note: 'The prefix is ours.',
      },
      'S2-setting-approval-mode': {
        behaviour: '`sallyport.approvalMode` is `write-only` by default and takes `write-only`, `always` and `never`.',
        note: 'The prefix is ours; like all our settings it is machine-scoped, so a cloned repository cannot switch the guard off.',
      },
      'S2-setting-diagnostic-delay': {
        behaviour: '`sallyport.diagnosticDelay` is 1500 by default and bounds the wait for problems in ms.',
        note: 'The prefix is ours.',
      },
      'S2-setting-require-auth': {
        behaviour: '`sallyport.requireAuth` is true by default and decides whether `/mcp` needs the token.',
        note: 'The prefix is ours.',
      },
    },
  },
] as const satisfies readonly Section[];
