// What the doctor says of one hop.

export interface Check {
  readonly name: string;
  /** `idle` is not there now and need not be: the next hop starts it when somebody needs it. */
  readonly state: 'sound' | 'idle' | 'broken';
  readonly detail: string;
  readonly fix?: string;
}

/** The one thing that a browser which is set up and linked can still lack. */
export const GIVE_SITE_ACCESS =
  'In the extension settings of the browser, allow Sallyport on all sites: under "Permissions" in Firefox, under "Site access" in others.';

/** A gateway starts again when an agent needs it. */
export const RESTART = 'Run "sallyport stop"; it starts again when an agent needs it.';

export function sound(name: string, detail: string): Check {
  return { name, state: 'sound', detail };
}

export function broken(name: string, detail: string, fix?: string): Check {
  return { name, state: 'broken', detail, fix };
}
