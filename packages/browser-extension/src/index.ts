// What other programs of ours may know of the extension: its manifests and the names of its files.
export { files, iconSizes, manifestFor, type Target, targets } from './base/manifest.ts';
