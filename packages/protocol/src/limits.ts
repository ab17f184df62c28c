// Every number that users meet or that files share, each with its reason. A number of one file is a named constant there.

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const limits = {
  frame: {
    /** Both browsers close the port on a longer frame from a native host (seeds 000, 001, 003; measured). */
    toBrowserMaxBytes: MiB,
    /** Chromium's own bound on what an extension may send; replaces the 4 GB of seed 001, which nobody can hold. */
    fromBrowserMaxBytes: 64 * MiB,
    /** Seed 000's MAX_MESSAGE_SIZE for a socket client. */
    fromClientMaxBytes: MiB,
    /** The link to the gateway carries whole results. */
    linkMaxBytes: 64 * MiB,
    /** Seed 001's guard on an unfinished line of a socket client. */
    lineMaxBytes: 10_000_000,
  },
  json: {
    /** Levels of one message from an agent, a server or a browser: schemas have some dozens, JSON.stringify fails at 8,000. */
    maxDepth: 256,
  },
  chunk: {
    /** UTF-16 units of JSON text a chunk carries; each escapes to six bytes at most, so a frame stays under 1 MiB. */
    maxUnits: 128 * KiB,
    /** Unacknowledged chunks of one message. Without a window a ping behind a large message waits up to 300 ms. */
    window: 4,
    /** Bound on a reassembled message, in UTF-16 units: no text has fewer bytes than units, so also a bound on 64 MiB. */
    messageMaxUnits: 64 * MiB,
    /** Messages in reassembly or in sending at once; one more is refused. */
    maxMessages: 16,
    /** Units of all messages in reassembly together. */
    totalMaxUnits: 128 * MiB,
    /** A message that moved no chunk for so long is given up. */
    idleMs: 30 * SECOND_MS,
  },
  call: {
    /** Seed 001: what a caller may ask for, and what it gets without asking. */
    timeoutMinMs: 5 * SECOND_MS,
    timeoutMaxMs: 300 * SECOND_MS,
    timeoutDefaultMs: 150 * SECOND_MS,
    /** Apps remember so many call ids and refuse a repeat: nothing that acts runs twice. */
    rememberedIds: 256,
    /** An app that did not settle a cancelled call by then is given up, and the slot of the call is free. */
    abandonMs: 15 * SECOND_MS,
    /** Where another process keeps the deadline of a call, it ends so long after it: only when no cancel came. */
    graceMs: 10 * SECOND_MS,
  },
  webOrigin: {
    /** Seed 004: maxCallsPerRun. */
    callsPerRun: 5,
    /** Seed 004: maxConcurrentPerOrigin. */
    slots: 2,
    /** Seed 004: defaultTimeoutMs. */
    timeoutMs: 30 * SECOND_MS,
    /** An ALLOW_ONCE without an expiry of its own. */
    allowOnceMs: 10 * MINUTE_MS,
    /** What a call may ask for in place of the default time. */
    timeoutMaxMs: 300 * SECOND_MS,
    /** Calls that may wait for a slot of one origin; more are refused at once. */
    slotQueue: 16,
    /** Calls that name no run share one, which begins anew when its origin was quiet for this long. */
    quietMs: MINUTE_MS,
    /** Runs that a page begins itself hold so many full ones a minute: else beginning one for each call would lift the budget. */
    runsPerMinute: 5,
    /** A run without a call for so long has ended. */
    runIdleMs: 10 * MINUTE_MS,
    /** Open runs of one origin, and of all; the oldest ends for a new one. */
    runsPerOrigin: 64,
    runs: 4096,
  },
  grants: {
    /** Decisions for good that are kept; a person makes some dozens. */
    kept: 4096,
    /** Decisions for once that hold at a time. */
    passing: 4096,
  },
  agent: {
    slots: 16,
    /** Calls that may wait for a slot; more are refused at once. */
    slotQueue: 64,
    browserTimeoutMs: 150 * SECOND_MS,
    /** Reset by progress, up to the hard cap. */
    serverTimeoutMs: 300 * SECOND_MS,
    hardCapMs: 30 * MINUTE_MS,
    /** A question to the user that nobody answered ends so, with ERR_CONSENT_TIMEOUT. */
    consentMs: 5 * MINUTE_MS,
    /** A wait for a slot ends so, with ERR_RATE_LIMITED. */
    slotWaitMs: 10 * SECOND_MS,
    /** A longer text of our own apps is kept as a file, and the agent gets its beginning: clients cut at some 25,000 tokens. */
    textMaxChars: 60_000,
    textPreviewChars: 6_000,
    /** Files of long texts that are kept; the oldest goes. */
    keptTexts: 100,
    /** An NDJSON agentId without a call for so long is forgotten; tabs of a vanished agent are kept as long. */
    idleMs: 10 * MINUTE_MS,
    /** The longest that the user may have them kept, short of for good: timers of browsers hold no more. */
    keepTabsMaxMs: 24 * 60 * MINUTE_MS,
  },
  gateway: {
    /** A gateway that was started on demand leaves after so long without a session, a call or a visit of the CLI. */
    idleMs: 15 * MINUTE_MS,
    /** How often it re-reads its record, which is its lock. */
    recordCheckMs: 5 * SECOND_MS,
    /** How often it looks for native hosts that nobody announced. */
    scanMs: 30 * SECOND_MS,
    /** A lost link is dialled again after this, when its host still lives. */
    redialMs: 250,
    /** How long the first list waits for the hosts that were there when the gateway started. */
    firstScanMs: 3 * SECOND_MS,
    /** Hello of a dialled host, and its list of tools. */
    helloMs: 5 * SECOND_MS,
    /** After a cancel the app has so long to say that the tool stopped; then its slot is free all the same. */
    cancelGraceMs: 5 * SECOND_MS,
    /** A newer shim asked it to go: calls under way may end within this. */
    retireMs: 60 * SECOND_MS,
    /** Whoever connects says who it is within this. */
    firstLineMs: 10 * SECOND_MS,
    /** Connections at once; a leaking client would else exhaust file descriptors. */
    maxConnections: 512,
    /** What may wait towards one agent before it is dropped: two of the largest results. */
    agentQueueMaxBytes: 128 * MiB,
    /** Whoever starts a gateway waits so long for its record; a first start on a cold disk takes two seconds. */
    startMs: 15 * SECOND_MS,
  },
  server: {
    /** Seed 004: automatic restarts, with a back-off of this times the attempt. */
    restartAttempts: 3,
    restartBackoffMs: 2 * SECOND_MS,
    /** A server that ran so long was well: the count of its restarts begins anew. */
    sustainedMs: 60 * SECOND_MS,
    /** From the start to the first list of tools. `npx` may have to download the server first. */
    startMs: 60 * SECOND_MS,
    /** A server that says nothing so long to the greeting of one revision of MCP is greeted in the next one as well. */
    probeMs: 2 * SECOND_MS,
    /** Ending a server: its stdin is closed, after this it is asked by signal, after the next it is forced. */
    stdinGraceMs: SECOND_MS,
    termGraceMs: 2 * SECOND_MS,
    killGraceMs: 2 * SECOND_MS,
    /** One message of a server; a longer answer fails its call alone. */
    messageMaxBytes: 64 * MiB,
    /** What may come in a row that is no message before the server is given up: a flood takes time from all others. */
    noiseMaxBytes: 8 * MiB,
    /** How long a message over its bound may go on, unread, before the server is given up. */
    droppedMaxBytes: 512 * MiB,
    /** What may wait towards a server that does not read. */
    queueMaxBytes: 128 * MiB,
    /** Pages of one list, and rounds of questions in one call: a server that never ends them is broken. */
    maxPages: 100,
    maxRounds: 10,
    /** A broken stream of a server's changes is opened again after this. */
    relistenMs: 5 * SECOND_MS,
    /** After a change of config.json nothing is read until it has been quiet for so long: editors write in steps. */
    reloadQuietMs: 200,
    /** A config.json that is empty or gone for longer is meant so; editors empty a file before they write it anew. */
    reloadEmptyMs: 1000,
  },
  signIn: {
    /** How long a browser may take to come back: long enough to look up a password and a second factor. */
    loginMs: 300 * SECOND_MS,
    /** One request to an authorization server, and what it may answer: metadata and tokens are a few KiB. */
    requestMs: 10 * SECOND_MS,
    answerMaxBytes: 256 * KiB,
    /** A token is renewed when this part of its life is over, so that none ends on its way. */
    freshPart: 0.9,
  },
  host: {
    /** A silent client of our own socket is closed after this. */
    silentClientMs: 60 * SECOND_MS,
    /** A browser side that echoes no ids keeps the lane this long after its call ended early. */
    laneMs: 30 * SECOND_MS,
    /** A host without the seed's path looks again so often. */
    seedPathRetryMs: 5 * SECOND_MS,
    /** With no path to bind, every request hears so for this long, then the host exits. */
    unboundGraceMs: 10 * SECOND_MS,
    /** A page call waits so long for a gateway that was started for it. */
    gatewayStartMs: 5 * SECOND_MS,
    /** What may wait towards one socket client before it is told and dropped. */
    clientQueueMaxBytes: 128 * MiB,
    /** What may wait towards the browser before new calls are refused. */
    browserQueueMaxBytes: 128 * MiB,
    /** Calls one client may have open. */
    callsPerClient: 256,
    /** A host that sent its browser so many messages is busy, and worth the 7 MB that the optimising compiler takes. */
    busyAfterMessages: 2000,
    /** Clients at once; a leaking one would else exhaust file descriptors. */
    maxClients: 512,
  },
  runDirectory: {
    /** Node 20 cuts socket paths over 107 bytes silently. */
    socketPathMaxBytes: 100,
    /** A takeover file older than this was left by a crash. */
    takeoverStaleMs: 5 * SECOND_MS,
    /** A lock older than this is none, whoever has its owner's number now: what is done under one takes milliseconds. */
    lockStaleMs: 30 * SECOND_MS,
    /** Whoever needs a file waits so long for its lock; the editor, whose window stands still meanwhile, much less. */
    lockWaitMs: 10 * SECOND_MS,
    lockWaitInEditorMs: SECOND_MS,
  },
  log: {
    maxBytes: MiB,
    files: 5,
  },
  door: {
    /** Resources that a client may watch at once, in one request where it names them together. */
    watchedMax: 256,
    /** Seed 002: a session without a request for so long is swept, unless a call or review is under way. */
    sessionIdleMs: 30 * MINUTE_MS,
    sessionSweepMs: 5 * MINUTE_MS,
    /** Sessions at once; above it the one that was idle longest makes room. */
    maxSessions: 256,
    /** Connections at once, a stream and a call of each session; above it new ones are closed, so that descriptors last. */
    maxConnections: 512,
    /** A posted message; the content of a large file fits, a flood does not. */
    bodyMaxBytes: 16 * MiB,
    /** A client that dribbles its headers holds a connection no longer than this. */
    headersMs: 10 * SECOND_MS,
    /** A request must have arrived whole within this. */
    bodyMs: 30 * SECOND_MS,
    /** A comment on a silent stream: clients and proxies give up on one after 30 to 60 s. */
    keepAliveMs: 15 * SECOND_MS,
    /** A reply that comes sooner is plain JSON; a later one finds its stream already open. */
    streamAfterMs: 200,
    /** What may wait towards a client that does not read, before it is dropped. */
    queueMaxBytes: 64 * MiB,
    gatewayPort: 5764,
    /** Seed 002's port of the editor. */
    editorPort: 5765,
  },
  editor: {
    /** Seed 002: how long to wait for diagnostics after a save. */
    diagnosticDelayMs: 1500,
    /** Seed 002: a second edit of the same path waits so long. */
    pathLockMs: 60 * SECOND_MS,
    /** An agent that takes no progress gives up after a minute: it hears `pending` before that. */
    reviewPendingMs: 50 * SECOND_MS,
    /** Keys that were meant for a file must not answer a question: an answer this soon after it came up does not count. */
    answerTooSoonMs: 800,
    /** Agents that take progress wait on, as long as some comes within their minute or so. */
    reviewProgressMs: 15 * SECOND_MS,
    /** A document that another program changed on disk is waited for so long before it becomes the base of a review. */
    reloadMs: 5 * SECOND_MS,
    /** Reviews that wait at once: twice what one call may open. More would only bury the user. */
    reviewsOpenMax: 100,
    /** Outcomes kept for agents that were not there to hear them. */
    reviewOutcomesKept: 64,
    /** A tab that is moved closes here and opens there; closed for so long, it is closed. */
    reviewTabMovedMs: 300,
    /** A comparison of two texts that takes longer says only that all was replaced. */
    reviewDiffMs: 2 * SECOND_MS,
    /** Seed 002: caps of list_files, search_files, read_file. */
    listMaxEntries: 500,
    searchMaxResults: 300,
    searchContextLines: 1,
    readDefaultLines: 2000,
    /** What one answer of read_file holds at most, whatever the limit in lines. */
    readMaxBytes: 512 * KiB,
    /** A longer line, as of a minified file, is cut there. */
    lineMaxChars: 4000,
    /** Text of all matches together; more would only fill the agent's memory. */
    searchMaxChars: 200_000,
    searchMs: 30 * SECOND_MS,
    /** A regular expression that runs inside the editor holds everything there while it does. */
    patternMs: SECOND_MS,
    diagnosticsMaxLines: 500,
    /** Places that one answer about code names: references, symbols, edits of a rename. */
    codeMaxPlaces: 300,
    /** A language server that says nothing for so long is given up on. */
    codeMs: 20 * SECOND_MS,
    /** Files that one find_and_replace or rename may change: each is a review. */
    changeMaxFiles: 50,
    /** Seed 002: a null byte within these marks a binary file. */
    binaryProbeBytes: 8 * KiB,
    /** Seed 002: how long to poll for shell integration, and how often. */
    shellIntegrationMs: 5 * SECOND_MS,
    shellIntegrationPollMs: 100,
    /** Output of a command in an answer; the whole of it stands in a file. */
    outputMaxChars: 30_000,
    /** Output kept in memory of one command; beyond it only the file has it. */
    outputKeptBytes: 4 * MiB,
    outputFileMaxBytes: 256 * MiB,
    /** A command that takes longer goes on as a job, unless its call asked for another time. */
    commandMs: 120 * SECOND_MS,
    commandMaxMs: 600 * SECOND_MS,
    /** Jobs remembered after their end. */
    jobsKept: 64,
    /** Entries of its own journal that an editor shows, and two files of this size, which always hold more than them. */
    journalKept: 1000,
    journalMaxBytes: 512 * KiB,
    /** Quiet time after which the editor is taken to have finished looking for problems. */
    diagnosticQuietMs: 400,
  },
  upload: {
    /** Files of one call together: in base64 and JSON they pass in chunks, and a page holds them in memory. */
    maxBytes: 10 * MiB,
  },
  screenshot: {
    /** Seed 001's defaults: JPEG quality in percent and the scale. */
    jpegQuality: 60,
    scale: 0.5,
    /** Base64 characters of a picture: with its wrapping it fits one frame towards a browser, and any client's limit. */
    maxChars: 900_000,
  },
  extension: {
    /** A ping keeps the worker awake and finds a host that hangs; a pong later than this ends the connection. */
    pingMs: 20 * SECOND_MS,
    pongMs: 10 * SECOND_MS,
    /** A host that does not answer hello by then is older than hello. */
    helloMs: 10 * SECOND_MS,
    /** Waits between attempts to reach the host: from the first to the last, each longer by the factor (seed 001's project). */
    reconnectMinMs: SECOND_MS,
    reconnectMaxMs: 30 * SECOND_MS,
    reconnectFactor: 1.5,
    /** An alarm wakes a sleeping worker so often; browsers allow no shorter one. */
    wakeMs: 30 * SECOND_MS,
    /**
     * A question to the user that nobody answers by then is answered with ERR_CONSENT_TIMEOUT: before an MCP client gives up
     * the call by itself, which many do after a minute.
     */
    consentMs: 50 * SECOND_MS,
    /** Where a deadline cannot be held, as with an older host, a question ends so long before: the answer must say what it waits for. */
    unheldMarginMs: 2 * SECOND_MS,
    /** Questions that wait for the user at a time; a call that would ask one more is refused. */
    questions: 32,
    /** What the user allows or denies once holds while the session lasts, and no longer than this. */
    onceMs: 60 * MINUTE_MS,
    /** Site rules that are kept, and decisions for once that hold at a time; the oldest goes. */
    siteRules: 2048,
    /** Agents that the panel lists; those that were seen longest ago go. */
    agentsShown: 50,
    /** The debugger leaves a tab so long after the last call of its session; its bar moves the page each time. */
    debuggerIdleMs: 5 * MINUTE_MS,
    /** Tabs of all agents together in one browser (seed 001's project). */
    maxTabs: 12,
  },
  page: {
    /** What a hook in the page's own world may report; its hooks stay far below, and longer texts are the page's invention. */
    reportMaxChars: 32_000,
    /** A navigation that was asked for begins at once, or not at all: no page in that direction, a download. */
    navigationStartMs: 5 * SECOND_MS,
    /** An aborted load that goes on in another process of the browser commits within this. */
    abortGraceMs: 2 * SECOND_MS,
    /** A page that has its document but loads on and on counts as loaded after this. */
    loadGraceMs: 5 * SECOND_MS,
    /** One whose document itself never ends is there after this. */
    endlessMs: 10 * SECOND_MS,
    /**
     * After an act a page counts as at rest when it was still for so long, and is waited for so long at most. Short
     * timers, chains of frames and requests are waited for besides, so this is only for what nobody can see coming.
     */
    quietMs: 80,
    settleMaxMs: 3 * SECOND_MS,
    /** How long to wait for a page that an act led to. */
    clickLoadMs: 10 * SECOND_MS,
    /** A browser that has begun a download chooses its place within this, unless it asks the user. */
    downloadPlaceMs: SECOND_MS,
    /** One that a navigation became is told within this of the navigation's end. */
    downloadStartMs: 500,
    /** How often a condition that an agent waits for is looked at, and for how long without being told. */
    pollMs: 100,
    waitMs: 10 * SECOND_MS,
    /** The network counts as idle when no request was open for so long, as other tools have it. */
    networkIdleMs: 500,
    /** Hits of one search, and characters of an evaluated value. */
    findHits: 20,
    valueMaxChars: 20_000,
    /** Default and bounds of what one snapshot may cost. */
    snapshotTokens: 4_000,
    snapshotMinTokens: 200,
    snapshotMaxTokens: 50_000,
    /** A text in a snapshot is cut here. */
    textMaxChars: 300,
  },
} as const;
