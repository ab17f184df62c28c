// All limits that users notice or that several files share, each with its reason. A number used in one file is a constant there.

import { appLimits } from './app-limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const limits = {
  frame: {
    /** Browsers close the port when a native host sends a longer frame (measured in Chromium and Firefox). */
    toBrowserMaxBytes: MiB,
    /** Chromium's limit on what an extension may send. */
    fromBrowserMaxBytes: 64 * MiB,
    /** MAX_MESSAGE_SIZE in the contract of framed clients. */
    fromClientMaxBytes: MiB,
    /** The link to the gateway carries whole results. */
    linkMaxBytes: 64 * MiB,
    /** The longest line, in the contract of line clients. */
    lineMaxBytes: 10_000_000,
  },
  json: {
    /** Nesting of one message from an agent, a server or a browser. Schemas have a few dozen levels; JSON.stringify fails at 8,000. */
    maxDepth: 256,
  },
  chunk: {
    /** UTF-16 units of JSON text in a chunk. Each takes six bytes at most when escaped, so a frame stays under 1 MiB. */
    maxUnits: 128 * KiB,
    /** Unacknowledged chunks of one message. Without a window a ping behind a large message waits up to 300 ms. */
    window: 4,
    /** Size of a reassembled message in UTF-16 units; a text has at least as many bytes as units. */
    messageMaxUnits: 64 * MiB,
    /** Messages that are sent or reassembled in chunks at once; one more is refused. */
    maxMessages: 16,
    /** UTF-16 units of all incomplete messages together. */
    totalMaxUnits: 128 * MiB,
    /** A message without a new chunk for this long is dropped. */
    idleMs: 30 * SECOND_MS,
  },
  call: {
    /** The `timeout` that a caller may set, and the default; in the contract of line clients. */
    timeoutMinMs: 5 * SECOND_MS,
    timeoutMaxMs: 300 * SECOND_MS,
    timeoutDefaultMs: 150 * SECOND_MS,
    /** How many call ids an app remembers, to refuse repeated ones: no action runs twice. */
    rememberedIds: 256,
    /** How long an app may take to end a cancelled call; then the call's slot is free anyway. */
    abandonMs: 15 * SECOND_MS,
    /** When another process enforces the deadline, the call ends this much later here: only if no cancel arrived. */
    graceMs: 10 * SECOND_MS,
    /** Steps of a batch: more than a long form needs, and few enough that a plan gone wrong ends soon. */
    batchSteps: 25,
    /** Steps that are sent before the one ahead of them is done. With one the next comes late: a short text takes 8 ms. */
    stepsAhead: 2,
  },
  webOrigin: {
    /** maxCallsPerRun of the embedding API. */
    callsPerRun: 5,
    /** maxConcurrentPerOrigin of the embedding API. */
    slots: 2,
    /** defaultTimeoutMs of the embedding API. */
    timeoutMs: 30 * SECOND_MS,
    /** An ALLOW_ONCE without an expiry of its own. */
    allowOnceMs: 10 * MINUTE_MS,
    /** The longest timeout that a call may set. */
    timeoutMaxMs: 300 * SECOND_MS,
    /** Calls of one origin that may wait for a slot; more are refused at once. */
    slotQueue: 16,
    /** Calls without a run share one; a new one starts when the origin made no call for this long. */
    quietMs: MINUTE_MS,
    /** Runs that a page may start per minute with a full budget; otherwise a run for each call would bypass the budget. */
    runsPerMinute: 5,
    /** Calls of an origin within an hour, which no run or new consent renews; and calls that one lasting consent allows. */
    callsPerHour: 300,
    callsPerGrant: 5_000,
    hourMs: 60 * MINUTE_MS,
    /** What a user allows for a tab ends after this long at the latest. */
    tabGrantMs: 60 * MINUTE_MS,
    /** The longest request of a page: the arguments of a tool. */
    messageMaxChars: 1_000_000,
    /** Requests of one page at once. */
    requestsPerPage: 32,
    /** A run without a call for this long ends. */
    runIdleMs: 10 * MINUTE_MS,
    /** Open runs of one origin, and of all origins; a new one ends the oldest. */
    runsPerOrigin: 64,
    runs: 4096,
  },
  grants: {
    /** Permanent decisions that are stored; a person makes a few dozen. */
    kept: 4096,
    /** Temporary decisions in effect at once. */
    passing: 4096,
  },
  agent: {
    slots: 16,
    /** Calls that may wait for a slot; more are refused at once. */
    slotQueue: 64,
    browserTimeoutMs: 150 * SECOND_MS,
    /** Restarted by progress, up to the hard cap. */
    serverTimeoutMs: 300 * SECOND_MS,
    hardCapMs: 30 * MINUTE_MS,
    /** How long a question to the user waits for an answer before ERR_CONSENT_TIMEOUT. */
    consentMs: 5 * MINUTE_MS,
    /** How long a call waits for a slot before ERR_RATE_LIMITED. */
    slotWaitMs: 10 * SECOND_MS,
    /** A longer text of our own apps is stored as a file and the agent gets its beginning: clients cut at about 25,000 tokens. */
    textMaxChars: 60_000,
    textPreviewChars: 6_000,
    /** How many such files are kept; the oldest is removed. */
    keptTexts: 100,
    /** How long the user's answer about a family holds for an HTTP client without an MCP session, which never disconnects. */
    endlessFamilyMs: 60 * MINUTE_MS,
    /** An agentId of a line client is forgotten after this time without a call; tabs of a disconnected agent are kept as long. */
    idleMs: 10 * MINUTE_MS,
    /** The longest time that such tabs can be kept, besides forever: browser timers allow no more. */
    keepTabsMaxMs: 24 * 60 * MINUTE_MS,
  },
  gateway: {
    /** A gateway that was started on demand exits after this time without a session, a call or a command. */
    idleMs: 15 * MINUTE_MS,
    /** How often it reads its record again, which is also its lock. */
    recordCheckMs: 5 * SECOND_MS,
    /** How long the first tool list waits for hosts that were running when the gateway started. */
    firstScanMs: 3 * SECOND_MS,
    /** How long a host may take for its hello, and for its tool list. */
    helloMs: 5 * SECOND_MS,
    /** How long an app may take to confirm a cancel; then the call ends anyway. */
    cancelGraceMs: 5 * SECOND_MS,
    /** When a newer shim asks it to exit, running calls may take this long. */
    retireMs: 60 * SECOND_MS,
    /** How long a new connection may take to identify itself. */
    firstLineMs: 10 * SECOND_MS,
    /** Connections at once; otherwise a leaking client would exhaust file descriptors. */
    maxConnections: 512,
    /** Unread output for one agent before it is disconnected: two of the largest results. */
    agentQueueMaxBytes: 128 * MiB,
    /** The same for a native host that does not read: two of the largest messages. */
    hostQueueMaxBytes: 128 * MiB,
    /** How long to wait for the record of a gateway that was just started; on a cold disk it takes two seconds. */
    startMs: 15 * SECOND_MS,
  },
  server: {
    /** Automatic restarts, with a delay of this times the attempt; in the contract of the embedding API. */
    restartAttempts: 3,
    restartBackoffMs: 2 * SECOND_MS,
    /** After running this long, a server's restarts are counted from zero again. */
    sustainedMs: 60 * SECOND_MS,
    /** From the start to the first tool list. `npx` may have to download the server first. */
    startMs: 60 * SECOND_MS,
    /** How long to wait for a server's answer in one MCP revision before the next one is tried as well. */
    probeMs: 2 * SECOND_MS,
    /** Stopping a server: stdin is closed, then SIGTERM, then SIGKILL, after these delays. */
    stdinGraceMs: SECOND_MS,
    termGraceMs: 2 * SECOND_MS,
    killGraceMs: 2 * SECOND_MS,
    /** One message of a server; a longer answer only fails its own call. */
    messageMaxBytes: 64 * MiB,
    /** Consecutive output that is not a message before the server is stopped: a flood slows down all others. */
    noiseMaxBytes: 8 * MiB,
    /** How much of an oversized message is skipped before the server is stopped. */
    droppedMaxBytes: 512 * MiB,
    /** Queued input for a server that does not read. */
    queueMaxBytes: 128 * MiB,
    /** Requests of one server that wait for an answer, such as questions to the user; more indicates a loop and are refused. */
    openRequests: 256,
    /** Pages of one list, and rounds of questions in one call: a server that needs more is broken. */
    maxPages: 100,
    maxRounds: 10,
    /** Delay before a broken stream of a server's changes is opened again. */
    relistenMs: 5 * SECOND_MS,
    /** config.json is read when it has not changed for this long: editors write in several steps. */
    reloadQuietMs: 200,
    /** An empty or missing config.json counts only after this time: some editors empty a file before they write it. */
    reloadEmptyMs: 1000,
  },
  signIn: {
    /** How long signing in may take in the browser: enough to look up a password and a second factor. */
    loginMs: 300 * SECOND_MS,
    /** One request to an authorization server, and the size of its answer: metadata and tokens take a few KiB. */
    requestMs: 10 * SECOND_MS,
    answerMaxBytes: 256 * KiB,
    /** A token is renewed after this fraction of its lifetime, so that none expires in transit. */
    freshPart: 0.9,
  },
  host: {
    /** A silent client of our own socket is closed after this. */
    silentClientMs: 60 * SECOND_MS,
    /** How long to wait for an overdue reply from a browser side that puts no ids on replies. */
    laneMs: 30 * SECOND_MS,
    /** How often a host without the legacy socket tries to get it. */
    legacySocketRetryMs: 5 * SECOND_MS,
    /** Without any socket, the host answers requests with an error for this long and then exits. */
    unboundGraceMs: 10 * SECOND_MS,
    /** How long a call of a page waits for a gateway that was started for it. */
    gatewayStartMs: 5 * SECOND_MS,
    /** Unread output for one socket client before it is disconnected with an error. */
    clientQueueMaxBytes: 128 * MiB,
    /** Unread output for the browser before new calls are refused. */
    browserQueueMaxBytes: 128 * MiB,
    /** Open calls of one client. */
    callsPerClient: 256,
    /** After this many messages to the browser, speed is worth the 7 MB that the optimising compiler takes. */
    busyAfterMessages: 2000,
    /** Clients at once; otherwise a leaking one would exhaust file descriptors. */
    maxClients: 512,
  },
  runDirectory: {
    /** Node 20 silently cuts socket paths over 107 bytes. */
    socketPathMaxBytes: 100,
    /** An older takeover file was left behind by a crash. */
    takeoverStaleMs: 5 * SECOND_MS,
    /** An older lock does not count, even if its pid is running: a lock is held for milliseconds. */
    lockStaleMs: 30 * SECOND_MS,
    /** How long to wait for a lock; much shorter in the editor, which is blocked meanwhile. */
    lockWaitMs: 10 * SECOND_MS,
    lockWaitInEditorMs: SECOND_MS,
  },
  log: {
    maxBytes: MiB,
    files: 5,
  },
  door: {
    /** Open requests of one agent, and of one command line; more indicates a loop. */
    openRequests: 1024,
    /** Resources that a client may subscribe to at once. */
    watchedMax: 256,
    /** An MCP session without a request for this long ends, unless a call or a review is in progress. */
    sessionIdleMs: 30 * MINUTE_MS,
    sessionSweepMs: 5 * MINUTE_MS,
    /** MCP sessions at once; one more ends the one that was idle longest. */
    maxSessions: 256,
    /** Connections at once: a stream and a call for each session. More are closed, to save file descriptors. */
    maxConnections: 512,
    /** A posted message; large enough for the contents of a large file. */
    bodyMaxBytes: 16 * MiB,
    /** How long a client may take to send its headers. */
    headersMs: 10 * SECOND_MS,
    /** How long a client may take to send a whole request. */
    bodyMs: 30 * SECOND_MS,
    /** How often a comment is sent on a silent stream: clients and proxies close one after 30 to 60 s. */
    keepAliveMs: 15 * SECOND_MS,
    /** A faster reply is sent as plain JSON, a slower one on an event stream. */
    streamAfterMs: 200,
    /** Unread output for a client before it is disconnected. */
    queueMaxBytes: 64 * MiB,
    gatewayPort: 5764,
    /** The editor's default port. */
    editorPort: 5765,
  },
  ...appLimits,
} as const;
