// What a batch asks for: its steps, and the surprises that stop it.
import { isRecord, type JsonObject, limits, SallyportError, type Surprise, surprises } from '@sallyport/protocol';

export interface Step {
  /** The app's own name of the tool. */
  readonly tool: string;
  readonly args: JsonObject;
}

export interface Batch {
  readonly steps: readonly Step[];
  readonly stopOn: ReadonlySet<Surprise>;
}

/** Throws ERR_INPUT_INVALID before anything runs. `appId` may stand before a tool's name, as agents know it. */
export function parseBatch(appId: string, ownName: string, { steps, stopOn, ...unknown }: JsonObject): Batch {
  const [strange] = Object.keys(unknown);
  if (strange !== undefined) throw wrong(`Unrecognized key: "${strange.slice(0, 100)}"`);
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > limits.call.batchSteps) {
    throw wrong(`steps must be a list of 1 to ${limits.call.batchSteps} steps`);
  }
  return {
    steps: steps.map((step: unknown, index) => parseStep(step, index + 1, appId, ownName)),
    stopOn: new Set(parseStopOn(stopOn)),
  };
}

function parseStep(value: unknown, number: number, appId: string, ownName: string): Step {
  const { tool, args = {}, ...unknown } = isRecord(value) ? value : {};
  const [strange] = Object.keys(unknown);
  if (strange !== undefined) throw wrong(`step ${number}: Unrecognized key: "${strange.slice(0, 100)}"`);
  if (typeof tool !== 'string') throw wrong(`step ${number}: tool must be the name of a tool`);
  if (!isRecord(args)) throw wrong(`step ${number}: args must be an object`);
  const prefix = [`${appId}__`, `${appId}/`].find((start) => tool.startsWith(start)) ?? '';
  const name = tool.slice(prefix.length);
  if (name === ownName) throw wrong(`step ${number}: a batch cannot contain a batch`);
  return { tool: name, args };
}

/** Throws ERR_INPUT_INVALID when a step names a tool that does not exist, for which `resolve` throws, or that is called alone. */
export function requireTools({ steps }: Batch, resolve: (tool: string) => { readonly family?: string }): void {
  for (const [index, { tool }] of steps.entries()) {
    if (familyOf(tool, index) === ALONE) throw wrong(`step ${index + 1}: ${tool} is called alone, not in a batch`);
  }

  function familyOf(tool: string, index: number): string | undefined {
    try {
      return resolve(tool).family;
    } catch {
      throw wrong(`step ${index + 1}: There is no tool "${tool.slice(0, 100)}"`);
    }
  }
}

/** What signs the user in stays in a reply of its own: long replies of many steps are kept as files. */
const ALONE = 'state';

function parseStopOn(value: unknown): readonly Surprise[] {
  if (value === undefined) return surprises;
  const isKnown = (item: unknown): item is Surprise => surprises.some((one) => one === item);
  if (Array.isArray(value) && value.every(isKnown)) return value;
  throw wrong(`stopOn must be a list of ${surprises.join(', ')}`);
}

function wrong(what: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `batch: ${what}.`, {
    hint: 'Example: {"steps": [{"tool": "type", "args": {"field": "Name", "text": "Ada"}}]}. No step has run.',
    data: { outcome: 'not_run' },
  });
}

/** Steps that load a page, or open and close tabs, on purpose. */
const moving = new Set(['navigate', 'tabs']);

/** What a step did to the page that the next steps may not expect. */
export function surpriseOf({ tool }: Step, facts: JsonObject, stopOn: Batch['stopOn']): Surprise | undefined {
  const isDialog = hasAny(facts.dialogs);
  const isTab = hasAny(facts.openedTabs) || facts.tabClosed === true || facts.fileChooser !== undefined;
  const isNavigation = facts.navigated === true && !moving.has(tool);
  const found = { dialog: isDialog, tab: isTab, navigation: isNavigation, target: false, value: hasAny(facts.unheld) };
  return surprises.find((one) => found[one] && stopOn.has(one));
}

/** A next step that deals with the surprise shows that it was expected. */
export function expectedAfter(surprise: Surprise, { tool }: Step): boolean {
  if (surprise === 'dialog') return tool === 'handle_dialog';
  return surprise === 'tab' && (tool === 'upload' || tool === 'tabs');
}

function hasAny(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
