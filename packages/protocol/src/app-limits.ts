// The limits that the apps keep: the editor, the extension and what it does in pages, each with its reason. They are part of `limits`.

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const appLimits = {
  editor: {
    /** How long to wait for diagnostics after a save. */
    diagnosticDelayMs: 1500,
    /** How long a second edit of the same path waits for the first. */
    pathLockMs: 60 * SECOND_MS,
    /** An agent that gets no progress gives up after a minute, so it gets the answer `pending` before that. */
    reviewPendingMs: 50 * SECOND_MS,
    /** An answer this soon after a question appeared or moved is ignored: the click was meant for another one. */
    answerTooSoonMs: 800,
    /** Questions that wait at once. More would overwhelm the user. */
    questionsMax: 50,
    /** How long a notification about a question or a review stays; the status bar keeps its count. */
    hintMs: 10 * SECOND_MS,
    /** How often progress is sent to agents that keep waiting as long as they get some within a minute or so. */
    reviewProgressMs: 15 * SECOND_MS,
    /** How long to wait for the editor to reload a document that changed on disk before it is reviewed. */
    reloadMs: 5 * SECOND_MS,
    /** Open reviews at once: twice what one call may open. More would overwhelm the user. */
    reviewsOpenMax: 100,
    /** Outcomes kept for agents that were disconnected. */
    reviewOutcomesKept: 64,
    /** VS Code closes and reopens a tab that is moved. After this time it counts as closed. */
    reviewTabMovedMs: 300,
    /** If comparing two texts takes longer, the whole text counts as replaced. */
    reviewDiffMs: 2 * SECOND_MS,
    /** Limits of list_files, search_files and read_file, in the editor's contract. */
    listMaxEntries: 500,
    searchMaxResults: 300,
    searchContextLines: 1,
    readDefaultLines: 2000,
    /** The size of one answer of read_file, whatever the limit in lines. */
    readMaxBytes: 512 * KiB,
    /** Longer lines, for example of a minified file, are cut. */
    lineMaxChars: 4000,
    /** Text of all matches together; more would only fill the agent's context. */
    searchMaxChars: 200_000,
    searchMs: 30 * SECOND_MS,
    /** A regular expression that runs in the editor's process blocks it. */
    patternMs: SECOND_MS,
    diagnosticsMaxLines: 500,
    /** Locations in one answer about code: references, symbols, edits of a rename. */
    codeMaxLocations: 300,
    /** How long to wait for a language server. */
    codeMs: 20 * SECOND_MS,
    /** Files that one find_and_replace or rename may change: each is a review. */
    changeMaxFiles: 50,
    /** A file with a null byte in its first bytes counts as binary. */
    binaryProbeBytes: 8 * KiB,
    /** How long to wait for shell integration, and how often to check. */
    shellIntegrationMs: 5 * SECOND_MS,
    shellIntegrationPollMs: 100,
    /** Output of a command in an answer; a file has all of it. */
    outputMaxChars: 30_000,
    /** Output of one command that is kept in memory; the file has the rest. */
    outputKeptBytes: 4 * MiB,
    outputFileMaxBytes: 256 * MiB,
    /** A command that takes longer continues as a job, unless its call set another timeout. */
    commandMs: 120 * SECOND_MS,
    commandMaxMs: 600 * SECOND_MS,
    /** Finished jobs that are remembered. */
    jobsKept: 64,
    /** Journal entries that an editor shows, and the size of each of the two files, which hold more than that. */
    journalKept: 1000,
    journalMaxBytes: 512 * KiB,
    /** When diagnostics have not changed for this long, the editor counts as finished. */
    diagnosticQuietMs: 400,
  },
  upload: {
    /** Size of all files in one call: they are sent as base64 in chunks, and the page holds them in memory. */
    maxBytes: 10 * MiB,
  },
  files: {
    /** Size of a file that a tool makes for an agent: as base64 it still fits into one message of the browser, twice. */
    maxBytes: 20 * MiB,
    /** What is kept for one agent; the oldest files go first. */
    keptPerAgent: 50,
    keptBytesPerAgent: 200 * MiB,
    /** Agents with such files; the folder that was used longest ago goes. */
    agentsKept: 50,
    nameMaxChars: 80,
    /** How long a browser may print a page. When a frame navigates meanwhile, Chromium never finishes. */
    printMs: 20 * SECOND_MS,
  },
  recording: {
    /** Frames of a recording, one for each action; later actions are left out. */
    framesMax: 60,
    /** The longest side of a frame: captions and texts can be read, and 60 frames of common pages take some MB. */
    sideMaxPx: 800,
    /** How long each frame is shown, and the last one. */
    frameMs: 1200,
    lastFrameMs: 3 * SECOND_MS,
    /** How long an action's reply waits for its frame. */
    pictureMs: 3 * SECOND_MS,
    captionMaxChars: 100,
  },
  viewport: {
    /** Of an emulated viewport: the smallest that browsers lay out, and what Chromium takes at most. */
    minPx: 50,
    maxPx: 10_000,
    /** How long a window may take to reach another size. */
    resizeMs: 2 * SECOND_MS,
  },
  screenshot: {
    /** Default JPEG quality in percent, and scale. */
    jpegQuality: 60,
    scale: 0.5,
    /** Base64 characters of a picture. Fits into one frame to a browser, and into any client's limit. */
    maxChars: 900_000,
  },
  extension: {
    /** A ping keeps the service worker awake and detects a hanging host; without a pong in time the connection is closed. */
    pingMs: 20 * SECOND_MS,
    pongMs: 10 * SECOND_MS,
    /** A host that does not answer hello in time is a legacy host. */
    helloMs: 10 * SECOND_MS,
    /** Delay between attempts to reach the host: from the minimum to the maximum, multiplied by the factor each time. */
    reconnectMinMs: SECOND_MS,
    reconnectMaxMs: 30 * SECOND_MS,
    reconnectFactor: 1.5,
    /** How often an alarm wakes a sleeping service worker; browsers allow no shorter interval. */
    wakeMs: 30 * SECOND_MS,
    /**
     * How long a call waits for the user's answer before ERR_CONSENT_TIMEOUT. Many MCP clients give up a call after a
     * minute.
     */
    consentMs: 50 * SECOND_MS,
    /** When the deadline cannot be paused, as with an older host, the wait ends this long before it, so that the error arrives in time. */
    unheldMarginMs: 2 * SECOND_MS,
    /** How long a request to the gateway may take, unless it says otherwise: it may have to start first. */
    gatewayMs: 20 * SECOND_MS,
    /** Open questions to the user; a call that needs one more is refused. */
    questions: 32,
    /** What the user allows or denies once applies until the session ends, and no longer than this. */
    onceMs: 60 * MINUTE_MS,
    /** Stored site rules, and temporary decisions in effect; the oldest is dropped. */
    siteRules: 2048,
    /** Agents in the panel's list; the one seen longest ago is dropped. */
    agentsShown: 50,
    /** The debugger is detached this long after the session's last call; its bar shifts the page each time it appears or goes. */
    debuggerIdleMs: 5 * MINUTE_MS,
    /** Tabs of all agents together in one browser. */
    maxTabs: 12,
  },
  page: {
    /** Between two steps of a drag, so that scripts and the frames of a shown page run. */
    dragStepMs: 16,
    /** For work in a page that the reply does not wait for. */
    afterReplyMs: 1,
    /** How long a drag stays at its end before it lets go: libraries look where it is once per frame, some with a delay. */
    dragDwellMs: 60,
    /** What a hook in the page's own world may report. Our hooks report far less; a longer text was made up by the page. */
    reportMaxChars: 32_000,
    /** A requested navigation starts at once or not at all: no page in that direction, or a download. */
    navigationStartMs: 5 * SECOND_MS,
    /** How long an aborted load may take to continue in another process of the browser. */
    abortGraceMs: 2 * SECOND_MS,
    /** A page with a complete document that keeps loading counts as loaded after this. */
    loadGraceMs: 5 * SECOND_MS,
    /** A page whose document never ends counts as loaded after this. */
    endlessMs: 10 * SECOND_MS,
    /**
     * After an action the page has settled when nothing happened for `quietMs`, at most `settleMaxMs`. Short timers, chains
     * of frames and requests are tracked separately, so this only covers work that cannot be seen coming. Where all that the
     * page did was tracked, `followedQuietMs` is enough: a frame and a half of 60 a second.
     */
    quietMs: 80,
    followedQuietMs: 25,
    settleMaxMs: 3 * SECOND_MS,
    /** How long to wait for a page that an action navigates to. */
    clickLoadMs: 10 * SECOND_MS,
    /** A browser chooses the path of a started download within this time, unless it asks the user. */
    downloadPathMs: SECOND_MS,
    /** When a navigation turns into a download, the browser reports it within this time. */
    downloadStartMs: 500,
    /** A step of a batch that was sent ahead waits this long for the one before it; then it is sent again when that is over. */
    stepAheadMs: SECOND_MS,
    /** How often a condition is checked that an agent waits for, and the default timeout. */
    pollMs: 100,
    waitMs: 10 * SECOND_MS,
    /** The network counts as idle when no request was open for this long, as in other tools. */
    networkIdleMs: 500,
    /** Longer texts go into a field at once, as if pasted; shorter ones key by key. */
    typedMaxChars: 200,
    /** Matches of one search, and characters of an evaluated value. */
    findHits: 20,
    valueMaxChars: 20_000,
    /** What a site has stored: how much of it is listed, and how long a new name and value may be. */
    storedItemsMax: 100,
    cookiesMax: 100,
    storedNameChars: 100,
    storedKeyMaxChars: 1_000,
    storedValueMaxChars: 100_000,
    /** Cookies, and stored items of an origin, in a saved state. */
    stateMaxItems: 1_000,
    /** Default and limits of a snapshot's size. */
    snapshotTokens: 4_000,
    snapshotMinTokens: 200,
    snapshotMaxTokens: 50_000,
    /** What a reply shows of the part of a page that an action brought: a list of options fits, a whole new view is folded. */
    evidenceTokens: 400,
    /** Longer texts in a snapshot are cut. */
    textMaxChars: 300,
  },
} as const;
