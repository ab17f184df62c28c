// What the two decoders hand out: a message, or the reason why these bytes are none.

export type Decoded =
  | {
      readonly ok: true;
      /** Undefined where the text was left unread. */
      readonly message: unknown;
      /** The text it was read from, for whoever passes it on. */
      readonly json: string;
      readonly byteLength: number;
    }
  | { readonly ok: false; readonly problem: DecodeProblem; readonly byteLength: number };

/** `too-long` loses the place of the next message; after the other three decoding goes on. */
export type DecodeProblem = 'empty' | 'too-long' | 'broken-utf8' | 'broken-json';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeJson(bytes: Uint8Array, isLeftUnread: (json: string) => boolean = () => false): Decoded {
  const { byteLength } = bytes;
  let json: string;
  try {
    json = utf8.decode(bytes);
  } catch {
    return { ok: false, problem: 'broken-utf8', byteLength };
  }
  try {
    return { ok: true, message: isLeftUnread(json) ? undefined : JSON.parse(json), json, byteLength };
  } catch {
    return { ok: false, problem: 'broken-json', byteLength };
  }
}
