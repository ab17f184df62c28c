// Decodes and encodes text as the editor does. Before VS Code 1.100 it offers no way to, and only UTF-8 is known.
import * as vscode from 'vscode';

/** By the encoding of an open document, or by the settings for a file. */
export type EncodingOf = { readonly encoding: string | undefined } | { readonly uri: vscode.Uri };

export async function decodeText(bytes: Uint8Array, of: EncodingOf): Promise<string> {
  if (!hasEncodings()) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if ('uri' in of) return vscode.workspace.decode(bytes, of);
  return of.encoding === undefined
    ? vscode.workspace.decode(bytes)
    : vscode.workspace.decode(bytes, { encoding: of.encoding });
}

export async function encodeText(text: string, encoding: string | undefined): Promise<Uint8Array> {
  if (!hasEncodings() || encoding === undefined) return new TextEncoder().encode(text);
  return vscode.workspace.encode(text, { encoding });
}

function hasEncodings(): boolean {
  return typeof vscode.workspace.decode === 'function';
}
