// The workspace folders on the local disk, whose real paths can be checked.

/** Paths of other schemes are not on disk: that of `memfs:/` would mean the whole disk. */
export function localFolders(
  folders: readonly { readonly uri: { readonly scheme: string; readonly fsPath: string } }[] | undefined,
): string[] {
  return (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
