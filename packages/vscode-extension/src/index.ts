// What other packages may use without VS Code.
export { CONFIG_ENTRY, DIFF_SCHEME, EDITOR_SERVER_NAME } from './names.ts';
