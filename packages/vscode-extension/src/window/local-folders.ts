// The folders of the window that are on this machine's disk: only those have real paths to guard.

/** A folder of another scheme has a path too, `memfs:/` even that of the whole disk; it means nothing here. */
export function localFolders(
  folders: readonly { readonly uri: { readonly scheme: string; readonly fsPath: string } }[] | undefined,
): string[] {
  return (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
