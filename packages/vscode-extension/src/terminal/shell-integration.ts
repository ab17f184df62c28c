// Whether an editor's shell integration can be used.

/** Final since VS Code 1.93. Before that it is there for some, and puts commas between the pieces of a command's output. */
export function hasShellIntegration(editorVersion: string): boolean {
  const [major = 0, minor = 0] = editorVersion.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 93);
}
