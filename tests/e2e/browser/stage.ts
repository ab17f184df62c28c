// A real browser with the built extension, driven through the real native host by programs at its socket.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import type { Engine } from '../../../packages/cli/src/install/browsers.ts';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import type { ManagedBrowserOptions } from '../../../packages/cli/src/managed-browser/launch-options.ts';
import { buildUnpacked } from '../../../scripts/build-extension.ts';
import { openFramedClient, type SocketClient } from '../../support/socket-client.ts';
import { ProbeStage, type StartedHost } from '../host/probe-stage.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ToolResult {
  readonly text: string;
  readonly image: Buffer;
  /** What a gateway would have saved. */
  readonly file: Buffer;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Throws the error of the answer, as plain data. */
export async function callTool(
  client: SocketClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolResult> {
  const { result, error } = await client.request({ method: 'call_tool', params: { name, arguments: args } });
  if (error !== undefined) throw Object.assign(new Error(JSON.stringify(error)), error);
  const { content, structuredContent } = isRecord(result) ? result : {};
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return {
    text: withoutFences(String(parts.find(({ type }) => type === 'text')?.text)),
    image: Buffer.from(String(parts.find(({ type }) => type === 'image')?.data ?? ''), 'base64'),
    file: fileIn(parts),
    facts: isRecord(structuredContent) ? structuredContent : {},
  };
}

/** Empty without one. */
export function fileIn(content: readonly Record<string, unknown>[]): Buffer {
  const { resource } = content.find(({ type }) => type === 'resource') ?? {};
  return Buffer.from(isRecord(resource) ? String(resource.blob) : '', 'base64');
}

/** What a model reads, without the fences that mark what a page says. */
export function withoutFences(text: string): string {
  return text.replaceAll(/<untrusted (\d{3,9})[^>]*>\n([\s\S]*?)\n<\/untrusted \1>/g, '$2');
}

export function refOf(text: string, name: string): string {
  // Names in a line of many like it stand without quotes.
  const ref = new RegExp(`(?:"${name}"|[ ,] ?${name}) (e\\d+)`).exec(text)?.[1];
  if (ref === undefined) throw new Error(`No ${name} in:\n${text}`);
  return ref;
}

/** An agent of its own, with its last snapshot at hand. */
export class Agent {
  readonly client: SocketClient;
  #seen = '';

  constructor(client: SocketClient) {
    this.client = client;
  }

  call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    return callTool(this.client, name, args);
  }

  async goTo(url: string): Promise<string> {
    await this.call('navigate', { url });
    return this.look();
  }

  async look(args: Record<string, unknown> = {}): Promise<string> {
    this.#seen = (await this.call('snapshot', args)).text;
    return this.#seen;
  }

  /** The ref of a thing in the last snapshot, by its name. */
  ref(name: string): string {
    return refOf(this.#seen, name);
  }

  async value(expression: string): Promise<unknown> {
    return JSON.parse(String((await this.call('evaluate', { expression })).facts.value));
  }
}

export class BrowserStage {
  readonly host: StartedHost;
  readonly browser: BrowserProcess;
  readonly #stage: ProbeStage;
  readonly #clients: SocketClient[] = [];

  private constructor(stage: ProbeStage, browser: BrowserProcess, host: StartedHost) {
    this.#stage = stage;
    this.browser = browser;
    this.host = host;
  }

  /** Where the product keeps its files here. */
  get home(): string {
    return join(this.#stage.folder, 'sallyport');
  }

  get profileFolder(): string {
    return this.#stage.options.profileFolder;
  }

  /**
   * With settings that the extension comes with. The user's own tab shows `ownPage`, from a file: Chromium drops what it
   * loads from the network while an extension that may watch requests comes in.
   */
  static async open(
    engine: Engine,
    settings: object = {},
    { ownPage = '', ...options }: Partial<ManagedBrowserOptions> & { readonly ownPage?: string } = {},
  ): Promise<BrowserStage> {
    const stage = await ProbeStage.open(engine, (target, folder) => buildUnpacked(target, root, folder, settings));
    await stage.install();
    const file = join(stage.folder, 'own.html');
    writeFileSync(file, ownPage);
    const browser = await stage.openBrowser({ startUrl: pathToFileURL(file).href, ...options });
    return new BrowserStage(stage, browser, await stage.startedHost(browser));
  }

  async agent(): Promise<Agent> {
    const client = await openFramedClient(this.host);
    this.#clients.push(client);
    return new Agent(client);
  }

  /** Where the browser has its profile, and what it saves. */
  get folder(): string {
    return this.#stage.folder;
  }

  /** The host that the extension is connected to now, which may be another than at first. */
  currentHost(): Promise<StartedHost> {
    return this.#stage.startedHost();
  }

  /** Closes the browser and opens it again on the same profile. */
  async reopened(options: Partial<ManagedBrowserOptions> = {}): Promise<BrowserStage> {
    for (const client of this.#clients.splice(0)) client.close();
    await this.browser.close();
    const startUrl = pathToFileURL(join(this.#stage.folder, 'own.html')).href;
    const browser = await this.#stage.openBrowser({ startUrl, ...options });
    return new BrowserStage(this.#stage, browser, await this.#stage.startedHost(browser));
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.close();
    await this.#stage.close();
  }
}
