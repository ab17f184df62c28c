// The editor's real door, offer, tools and reviews in a plain Node process; only VS Code's documents and diffs are made up.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFence } from '@sallyport/protocol';
import { AskingCalls } from '../../../packages/vscode-extension/src/approval/asking-calls.ts';
import { openEditorDoor } from '../../../packages/vscode-extension/src/door/editor-door.ts';
import {
  createEditorOffer,
  type EditorOfferOptions,
} from '../../../packages/vscode-extension/src/door/editor-offer.ts';
import type { OpenReview } from '../../../packages/vscode-extension/src/review/open-review.ts';
import { ReviewDesk } from '../../../packages/vscode-extension/src/review/review-desk.ts';
import { applyDiffTool } from '../../../packages/vscode-extension/src/tools/apply-diff.ts';
import type { ToolContext } from '../../../packages/vscode-extension/src/tools/context.ts';
import { readFileTool } from '../../../packages/vscode-extension/src/tools/read-file.ts';
import { writeFileTool } from '../../../packages/vscode-extension/src/tools/write-file.ts';
import { createBoundary } from '../../../packages/vscode-extension/src/workspace/boundary.ts';
import { FakeReviewSurface } from '../../support/fake-review-surface.ts';

export interface PlainWindow {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

export interface PlainWindowOptions {
  readonly folder: string;
  /** Names of its files that can be reviewed. */
  readonly files: readonly string[];
  /** Another program changes this one during its review, and the user accepts. */
  readonly changing: string;
  /** The user's answer to every other review. */
  readonly rejection: string;
}

/** As the diff appears, the user decides. */
class DecidingSurface extends FakeReviewSurface {
  onShown: (facts: OpenReview['facts']) => void = () => {};

  override async show(review: OpenReview): Promise<void> {
    await super.show(review);
    setImmediate(() => this.onShown(review.facts));
  }
}

export async function openPlainWindow({
  folder,
  files,
  changing,
  rejection,
}: PlainWindowOptions): Promise<PlainWindow> {
  const surface = new DecidingSurface();
  for (const name of files) surface.files.set(join(folder, name), readFileSync(join(folder, name), 'utf8'));
  const desk = new ReviewDesk(surface);
  const decide = async ({ id, path }: OpenReview['facts']) => {
    if (path === join(folder, changing)) {
      surface.files.set(path, `${surface.files.get(path)}more\n`);
      await desk.accept(id);
    }
    await desk.reject(id, rejection);
  };
  surface.onShown = (facts) => void decide(facts);
  const used: Partial<ToolContext> = {
    isApproved: false,
    boundary: createBoundary({ roots: () => [folder], flavour: 'posix' }),
    documents: {
      open: () => undefined,
      text: async (path) => readFileSync(path, 'utf8'),
      decode: async (bytes) => new TextDecoder().decode(bytes),
    },
    review: desk,
  };
  const options: EditorOfferOptions = {
    tools: [applyDiffTool, readFileTool, writeFileTool],
    // These tools use nothing else of it.
    contextFor: ({ caller, signal, onProgress }) => ({ ...used, agent: caller, signal, onProgress }) as ToolContext,
    asking: new AskingCalls(),
    admit: async () => {},
    createId: () => randomUUID(),
    fence: createFence(randomBytes),
    now: Date.now,
    onFault: (thrown) => console.error(thrown),
    onEnd: () => {},
  };
  const token = randomBytes(32).toString('hex');
  const door = await openEditorDoor({
    port: 0,
    token,
    gatewayToken: () => undefined,
    requiresToken: () => true,
    offerTo: (caller) => createEditorOffer(options, caller),
    isAwaited: () => false,
    now: Date.now,
    onFault: (thrown) => console.error(thrown),
    onSessions: () => {},
    onLost: () => {},
  });
  const close = async () => {
    await desk.close();
    await door.close();
  };
  return { url: `http://127.0.0.1:${door.port}/mcp`, token, close };
}
