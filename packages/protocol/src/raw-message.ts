// Messages whose payload comes last: a native host reads the fields before it and passes on the text unparsed.
import { isRecord } from './error.ts';
import { parseJson } from './json.ts';
import { type AgentLabel, parseAgentLabel } from './native-message.ts';

/** A call of the gateway of which only the fields before the payload were read. */
export interface RawCall {
  readonly id: string;
  readonly deadlineMs: number;
  readonly agent: AgentLabel | undefined;
  /** The JSON of an object with exactly `method` and `params`. */
  readonly payload: string;
}

const RESULT = /^\{"type":"tool_response","id":"([\w-]+)","result":/;
const CALL_START = '{"type":"call",';
/** Can only be a key: inside a string the quotation marks would be escaped, and the one that ends a string is not followed by a name. */
const PAYLOAD_START = ',"method":';

/** The id of the call that this text is the result of; undefined for any other message. */
export function rawResultId(json: string): string | undefined {
  return RESULT.exec(json)?.[1];
}

/** The text of an extension's result, converted for the link to the gateway. */
export function toLinkResult(json: string): string {
  return `{"type":"result"${json.slice('{"type":"tool_response"'.length)}`;
}

export function isRawCall(json: string): boolean {
  return json.startsWith(CALL_START) && json.includes(PAYLOAD_START);
}

/** Undefined when the fields before the payload are not those of a call. */
export function parseRawCall(json: string): RawCall | undefined {
  const end = json.indexOf(PAYLOAD_START);
  // `isRawCall` has checked that the text starts as an object of ours.
  const head = parseJson(`${json.slice(0, end)}}`);
  const { id, deadlineMs, agent } = isRecord(head) ? head : {};
  if (typeof id !== 'string' || typeof deadlineMs !== 'number') return undefined;
  return { id, deadlineMs, agent: parseAgentLabel(agent), payload: `{${json.slice(end + 1)}` };
}
