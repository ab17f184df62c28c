// The output of the decoders: a message, or the reason why the bytes are not one.

export type Decoded =
  | {
      readonly ok: true;
      /** Undefined when the text was left unparsed. */
      readonly message: unknown;
      /** The original text, to pass on. */
      readonly json: string;
      readonly byteLength: number;
    }
  | { readonly ok: false; readonly problem: DecodeProblem; readonly byteLength: number };

/** After `too-long` the start of the next message is unknown; after the others decoding continues. */
export type DecodeProblem = 'empty' | 'too-long' | 'broken-utf8' | 'broken-json';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeJson(bytes: Uint8Array, isUnparsed: (json: string) => boolean = () => false): Decoded {
  const { byteLength } = bytes;
  let json: string;
  try {
    json = utf8.decode(bytes);
  } catch {
    return { ok: false, problem: 'broken-utf8', byteLength };
  }
  try {
    return { ok: true, message: isUnparsed(json) ? undefined : JSON.parse(json), json, byteLength };
  } catch {
    return { ok: false, problem: 'broken-json', byteLength };
  }
}
