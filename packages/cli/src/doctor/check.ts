// The result of one check of the doctor.

export interface Check {
  readonly name: string;
  /** `idle`: not running, and started when needed. */
  readonly state: 'sound' | 'idle' | 'broken';
  readonly detail: string;
  readonly fix?: string;
}

/** What a connected browser may still lack. */
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
