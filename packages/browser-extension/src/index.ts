// What other packages may import of the extension: its manifests and file names.
export { files, iconSizes, manifestFor, type Target, targets } from './base/manifest.ts';
