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

/** Whether no setting has VS Code read any file as anything but UTF-8, in whichever folder and language. */
export function isAlwaysUtf8(): boolean {
  return [undefined, ...(vscode.workspace.workspaceFolders ?? [])].every((folder) => {
    const languages = vscode.workspace.getConfiguration('files', folder).inspect('encoding')?.languageIds ?? [];
    const where = folder === undefined ? {} : { uri: folder.uri };
    return isUtf8In(folder) && languages.every((languageId) => isUtf8In({ ...where, languageId }));
  });
}

function isUtf8In(scope: vscode.ConfigurationScope | undefined): boolean {
  const files = vscode.workspace.getConfiguration('files', scope);
  return files.get('encoding') === 'utf8' && files.get('autoGuessEncoding') !== true;
}

function hasEncodings(): boolean {
  return typeof vscode.workspace.decode === 'function';
}
