// The package's API for tests and other programs: command types and the installer.
export type { CommandContext, CommandFrame } from './context.ts';
export { type ApplyOptions, applyInstall, type Outcome } from './install/apply.ts';
export { type Browser, browsers, type Folders, type Platform } from './install/browsers.ts';
export { type Disk, type Found, nodeDisk } from './install/disk.ts';
export { type Change, hasWork } from './install/plan.ts';
export {
  applyOptionsFor,
  type InstallerPorts,
  type InstallOptions,
  installParts,
  type PreparedInstall,
  prepareInstall,
} from './install/prepare.ts';
export type { Registry } from './install/registry.ts';
export { applyUndo, planUndo, type UndoOutcome, type UndoStep } from './install/undo.ts';
export { createOutput, type Output } from './output.ts';
export { run } from './run.ts';
