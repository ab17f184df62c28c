// What the rest of the product knows of the editor without VS Code: the names it goes by.
export { CONFIG_ENTRY, DIFF_SCHEME, EDITOR_SERVER_NAME } from './names.ts';
