// Which work of a page is followed after an action, and for how long.
import { inputEvents } from '../base/page-calls.ts';

/** By what has them, the functions by which pages start work that ends later. */
const methods = {
  messages: { MessagePort: 'postMessage' },
  /** With an answer from elsewhere. */
  exchanges: { Worker: 'postMessage', WebSocket: 'send' },
  promises: {
    window: 'createImageBitmap fetch',
    Blob: 'arrayBuffer text',
    Cache: 'add match put',
    CacheStorage: 'match open',
    Clipboard: 'read readText write writeText',
    HTMLImageElement: 'decode',
    Response: 'arrayBuffer blob bytes formData json text',
    Scheduler: 'postTask yield',
    SubtleCrypto: 'decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign verify',
  },
  /** By the events that end them. */
  events: {
    'load loadend': { FileReader: 'readAsArrayBuffer readAsDataURL readAsText', XMLHttpRequest: 'send' },
    'success error blocked': { IDBFactory: 'deleteDatabase open' },
    'complete abort': { IDBDatabase: 'transaction' },
  },
  /** Whose effects come from outside of the page, or again and again. */
  untracked: {
    window: 'close open setInterval showOpenFilePicker showSaveFilePicker',
    BroadcastChannel: 'postMessage',
    Document: 'startViewTransition',
    HTMLFormElement: 'requestSubmit submit',
    HTMLInputElement: 'showPicker',
    History: 'back forward go pushState replaceState',
    LockManager: 'request',
    ServiceWorker: 'postMessage',
  },
  clicks: { HTMLElement: 'click' },
};

const limits = {
  /** Longer timers do not count as the action's, nor does work that is started this long after it. */
  maxMs: 500,
  /** Work that never ends is not awaited longer than this; timers of hidden pages take a second. */
  patienceMs: 1_500,
  /** Work started this soon after an input event is attributed to the action, later work only if the action's work starts it. */
  rootsMs: 100,
  /** A worker or a server that has not answered after this may never do. */
  answerMs: 700,
  /** Idle callbacks run after this, even if the browser finds no time for them. */
  idleMs: 50,
  /** A page that draws has a frame within this time. */
  frameMs: 60,
};

export const trackedWork = { inputEvents, limits, methods };

export type TrackedWork = typeof trackedWork;

/**
 * Work that the action caused, and what its callback scheduled in turn: the sources of the callbacks, the first one first. Roots
 * are what the page starts right after an input event; what the task of a root starts belongs to it. A timer that schedules
 * itself again is a clock of the page, so it is not followed. Frames, messages and idle callbacks are, until the time is over.
 */
export type Chain = readonly string[];

export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** What a wrapper does around a call of what it replaces. */
export type Around = (target: unknown, call: () => unknown) => unknown;
