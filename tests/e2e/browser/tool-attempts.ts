// A try at every tool that the extension declares, for loops that no tool may slip through.

/** Arguments that would do something, for each tool; `ref` is one of the other agent's. */
export const toolAttempts: Readonly<Record<string, (ref: string) => Record<string, unknown>>> = {
  click: (ref) => ({ ref }),
  console_messages: () => ({}),
  drag: (ref) => ({ ref, toRef: ref }),
  evaluate: () => ({ expression: 'document.title = "taken"' }),
  fill_form: (ref) => ({ fields: [{ ref, value: 'taken' }] }),
  find: () => ({ text: 'Name' }),
  handle_dialog: () => ({ accept: true }),
  hover: (ref) => ({ ref }),
  navigate: () => ({ url: 'reload' }),
  network_requests: () => ({}),
  press_key: (ref) => ({ ref, key: 'a' }),
  read_text: () => ({}),
  screenshot: (ref) => ({ ref }),
  scroll: (ref) => ({ ref }),
  select_option: (ref) => ({ ref, values: ['taken'] }),
  select_text: (ref) => ({ ref }),
  snapshot: (ref) => ({ ref }),
  tabs: () => ({ action: 'close' }),
  type: (ref) => ({ ref, text: 'taken' }),
  upload: (ref) => ({ ref, files: [{ name: 'a.txt', text: 'taken' }] }),
  wait_for: (ref) => ({ ref, state: 'shown' }),
};
