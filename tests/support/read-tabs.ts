// The facts of a reply of `tabs`, read from its text as a model does.

export interface ReadTabs {
  readonly tabs: readonly { readonly tabId: number; readonly title: string; readonly url: string }[];
  readonly others: number;
  readonly opened?: number;
}

export function readTabs(text: string): ReadTabs {
  const opened = /^Opened tab (\d+)\./.exec(text)?.[1];
  return {
    tabs: [...text.matchAll(/^tab (\d+) (".*") (\S+)$/gm)].map(([, id, title = '""', url = '']) => ({
      tabId: Number(id),
      title: String(JSON.parse(title)),
      url,
    })),
    others: Number(/; (\d+) others are open/.exec(text)?.[1]),
    ...(opened === undefined ? {} : { opened: Number(opened) }),
  };
}
