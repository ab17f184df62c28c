// Messages of our own ends whose payload comes last: a native host reads what it needs from the front and passes on the text.
import { isRecord } from './error.ts';
import { parseJson } from './json.ts';
import { type AgentLabel, parseAgentLabel } from './native-message.ts';

/** A call of the gateway, of which only the head was read. */
export interface RawCall {
  readonly id: string;
  readonly deadlineMs: number;
  readonly agent: AgentLabel | undefined;
  /** The text of an object with `method` and `params` alone. */
  readonly payload: string;
}

const RESULT = /^\{"type":"tool_response","id":"([\w-]+)","result":/;
const CALL_START = '{"type":"call",';
/** Only a key can read so: within a text, and at its end, the quotation marks have other neighbours. */
const PAYLOAD_START = ',"method":';

/** The id of the call that this text is a result of; undefined for any other message. */
export function rawResultId(json: string): string | undefined {
  return RESULT.exec(json)?.[1];
}

/** The text of an extension's result as the link to the gateway has it. */
export function toLinkResult(json: string): string {
  return `{"type":"result"${json.slice('{"type":"tool_response"'.length)}`;
}

export function isRawCall(json: string): boolean {
  return json.startsWith(CALL_START) && json.includes(PAYLOAD_START);
}

/** Undefined when its head is none of a call. */
export function parseRawCall(json: string): RawCall | undefined {
  const end = json.indexOf(PAYLOAD_START);
  // A text that `isRawCall` has seen begins as an object of ours.
  const head = parseJson(`${json.slice(0, end)}}`);
  const { id, deadlineMs, agent } = isRecord(head) ? head : {};
  if (typeof id !== 'string' || typeof deadlineMs !== 'number') return undefined;
  return { id, deadlineMs, agent: parseAgentLabel(agent), payload: `{${json.slice(end + 1)}` };
}
