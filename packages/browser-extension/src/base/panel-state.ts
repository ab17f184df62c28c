// What the panel shows and the commands it sends: the messages between the extension's own page and its background.
import type { PanelCall, PanelGateway } from './panel-gateway.ts';
import type { Decision } from './sites.ts';

/** The name of the panel's connection to the background. */
export const PANEL = 'panel';

/** The hash of a panel that was opened for a question: it closes when all are answered. */
export const ASKING = '#asking';

export interface PanelQuestion {
  readonly id: string;
  readonly agent: string;
  /** The agent has no key: it gave itself this name, and any program can. */
  readonly isNameClaimed: boolean;
  /** Follows the agent's name: "wants to read". */
  readonly request: string;
  /** The site or the tool. */
  readonly about: string;
  /** What the user allows with a yes. */
  readonly meaning: string;
  readonly answers: readonly PanelAnswer[];
  /** For a question of a web page. */
  readonly page?: PanelPageRequest;
  /** For a link that adds a server. */
  readonly install?: PanelInstall;
}

/** A server that a link on a page describes. */
export interface PanelInstall extends Pick<PanelPageRequest, 'before' | 'name' | 'after'> {
  readonly server: string;
  /** The program and its arguments, or the address. */
  readonly words: readonly string[];
  /** Variables or headers. */
  readonly pairs: readonly { readonly name: string; readonly value: string }[];
  readonly blanks: readonly string[];
  /** What it will be able to do. */
  readonly effects: readonly string[];
  readonly warnings: readonly string[];
  /** The user has a server of this name. */
  readonly isTaken: boolean;
}

/** What a web page asks for. */
export interface PanelPageRequest {
  /** The origin in three parts; `name` is the registered one. */
  readonly before: string;
  readonly name: string;
  readonly after: string;
  /** The page is a frame in a page of this origin. */
  readonly within?: string | undefined;
  /** The site's own icon: a picture of the page's making, which proves nothing. */
  readonly icon?: string | undefined;
  /** The page's own words, or empty. */
  readonly reason: string;
  readonly scopes: readonly { readonly text: string; readonly risk: string }[];
  readonly tools: readonly PanelPageTool[];
}

export interface PanelPageTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'change' | 'destroy';
  readonly isSuggested: boolean;
}

/** What the user has decided on a web origin. */
export interface PanelOrigin {
  /** The origin. */
  readonly id: string;
  /** A line each: what it may do, and until when. */
  readonly facts: readonly string[];
  readonly isDenied: boolean;
}

/** The site in the user's current tab, where it can use `window.agent`. */
export interface PanelSite {
  readonly origin: string;
  readonly mayAsk: boolean;
}

/** A button below a question. */
export interface PanelAnswer {
  readonly text: string;
  readonly decision: Decision;
  readonly lasting: 'once' | 'always';
  readonly look: '' | 'main' | 'danger';
}

export interface PanelAgent {
  readonly id: string;
  readonly name: string;
  /** As in a question. */
  readonly isNameClaimed: boolean;
  /** Last used first. */
  readonly tabs: readonly PanelTab[];
  readonly calls: readonly PanelCall[];
  readonly isStopped: boolean;
}

export interface PanelTab {
  readonly id: number;
  readonly title: string;
  readonly icon?: string | undefined;
}

export interface PanelRule {
  readonly id: string;
  readonly agent: string;
  readonly site: string;
  readonly read?: Decision | undefined;
  readonly act?: Decision | undefined;
  readonly readState?: Decision | undefined;
  readonly changeState?: Decision | undefined;
  /** When a decision for one session ends; without it, it is permanent. */
  readonly endsAtMs?: number | undefined;
}

export interface PanelState {
  /** The link status in a sentence. */
  readonly linkStatus: string;
  readonly tone: 'good' | 'waiting' | 'paused' | 'trouble';
  readonly isConnected: boolean;
  /** False while the browser does not let the extension into pages. */
  readonly hasHostPermission: boolean;
  /** What applies to a site without a decision. */
  readonly fallback: 'ask' | 'allow';
  readonly isPaused: boolean;
  readonly questions: readonly PanelQuestion[];
  readonly agents: readonly PanelAgent[];
  readonly rules: readonly PanelRule[];
  readonly origins: readonly PanelOrigin[];
  /** Which sites see `window.agent`. */
  readonly pages: 'off' | 'ask' | 'on';
  readonly site?: PanelSite | undefined;
  readonly gateway: PanelGateway;
}
